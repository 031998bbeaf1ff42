# The entry points; the scripts that do the work are in scripts/.
.DEFAULT_GOAL := help
.PHONY: help run test test-all test-crates check bench relevance truth load soak fuzz fuzz-tools bundle image windows windows-test macos-check sbom reproducible

help: ## show this list
	@sed -n 's/^\([a-z-]*\): *## /  make \1	/p' Makefile

run: ## build everything and open the window (without a display: print real answers)
	@scripts/run

test: ## test library, server, shell, page, outside clients and the real window
	@scripts/test

test-all: ## also the long tests, the content of Open5e, packages, the other systems and endurance (hours)
	@scripts/test-all

test-crates: ## only the crates' own tests, as they run on macOS and Windows
	@scripts/test --crates

check: ## formatting, lints, licences and types
	@scripts/check

bench: ## measure speed and size, beside the targets
	@scripts/bench

relevance: ## ask the judged queries and print the quality of the answers
	@scripts/relevance

truth: ## compare the library with the pages of both SRDs and with second sources
	@scripts/truth

load: ## measure servers for many people: alone, several behind nginx, with up to 2,000 clients
	@scripts/load

soak: ## kill owners under load for minutes (SOAK_SECONDS=600)
	@scripts/soak

fuzz: ## feed mangled books to the homebrew reader (FUZZ_SECONDS=60)
	@scripts/fuzz

fuzz-tools: ## call every tool 20,000 times with invalid arguments (FUZZ_CALLS, FUZZ_SEED)
	@scripts/fuzz-tools

bundle: ## build the .deb with the server, the starter and the model
	@scripts/bundle

image: ## build a container image of the server and try it (Debian, as root)
	@scripts/image

windows: ## build for Windows and pack an installer and a portable .zip (Linux, as root)
	@scripts/windows

macos-check: ## type-check and link for macOS, lay out the app and check it (Linux, as root)
	@scripts/macos-check

sbom: ## write the bill of materials (CycloneDX)
	@scripts/sbom

reproducible: ## build the server twice, in two folders, and compare
	@scripts/reproducible

windows-test: ## test the programs and packages of `make windows` under Wine (half an hour)
	@scripts/windows-test
