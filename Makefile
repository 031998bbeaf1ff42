# The entry points. What each does is in scripts/.
.DEFAULT_GOAL := help
.PHONY: help run test check bench relevance truth soak fuzz fuzz-tools bundle sbom reproducible

help: ## show this list
	@sed -n 's/^\([a-z-]*\): *## /  make \1	/p' Makefile

run: ## build everything and open the window (without a display: print real answers)
	@scripts/run

test: ## every test: library, server, shell, page, outside clients, the real window
	@scripts/test

check: ## formatting, lints, licences and types
	@scripts/check

bench: ## measure speed and size, beside the targets
	@scripts/bench

relevance: ## ask the judged queries and print how well they are answered
	@scripts/relevance

truth: ## compare the facts of the library with the pages of both SRDs and with second sources
	@scripts/truth

soak: ## kill owners under load for minutes (SOAK_SECONDS=600)
	@scripts/soak

fuzz: ## feed the reader of homebrew with mangled books (FUZZ_SECONDS=60)
	@scripts/fuzz

fuzz-tools: ## call every tool with spoiled arguments, 20,000 times (FUZZ_CALLS, FUZZ_SEED)
	@scripts/fuzz-tools

bundle: ## build the .deb with the server, the starter and the model in it
	@scripts/bundle

sbom: ## list everything that LoreKeeper is made of (CycloneDX)
	@scripts/sbom

reproducible: ## build the server twice, in two folders, and compare
	@scripts/reproducible
