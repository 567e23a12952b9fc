"""List the benchmarks or run some: `python -m benchmarks [NAME…]`; without a name, all of them."""

from __future__ import annotations

import argparse
import importlib
import pkgutil

import benchmarks


def available() -> dict[str, str]:
    """Every benchmark's name and what it says of itself."""
    names = [module.name for module in pkgutil.iter_modules(benchmarks.__path__) if not module.name.startswith("_")]
    docs = {name: importlib.import_module(f"benchmarks.{name}") for name in names}
    return {name: (module.__doc__ or "").splitlines()[0] for name, module in docs.items() if hasattr(module, "main")}


def main() -> None:
    """Run what the command line asks for."""
    found = available()
    listing = "\n".join(f"  {name}: {says}" for name, says in found.items())
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks", epilog=listing, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="benchmarks to run; all without a name")
    parser.add_argument("--list", action="store_true", help="only say which there are")
    arguments = parser.parse_args()
    unknown = set(arguments.names) - set(found)
    if unknown:
        parser.error(f"no benchmark is named {', '.join(sorted(unknown))}; there are {', '.join(found)}")
    if arguments.list:
        print(listing)
        return
    for name in arguments.names or found:
        print(f"== {name}: {found[name]}")
        importlib.import_module(f"benchmarks.{name}").main()


if __name__ == "__main__":
    main()
