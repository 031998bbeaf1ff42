"""Reads and checks what a package for macOS is made of, on any system, with nothing but Python."""
