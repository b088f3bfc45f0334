#!/usr/bin/python3
"""schema_test.py SCHEMA CERTIFICATE: whether the certificate obeys the schema.

Prints one line and ends with 0 if it does, 1 if it does not, 2 if a file cannot be used.
Needs Debian's python3-jsonschema, so the interpreter is Debian's as well.
"""
import json
import sys


def refuse(constant):
    raise ValueError(f"{constant} is no JSON")


def distinct(pairs):
    names = [name for name, _ in pairs]
    if len(set(names)) != len(names):
        raise ValueError(f"a member occurs twice among {names}")
    return dict(pairs)


def load(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file, parse_constant=refuse, object_pairs_hook=distinct)


def undescribed(schema, path=""):
    """The members of the schema that nobody described, and the objects that let anything in."""
    for name, member in schema.get("properties", {}).items():
        if "description" not in member:
            yield f"{path}/{name} has no description"
        yield from undescribed(member, f"{path}/{name}")
    if "properties" in schema and schema.get("additionalProperties") is not False:
        yield f"{path or '/'} allows members that the schema does not know"
    for name, member in schema.get("$defs", {}).items():
        yield from undescribed(member, f"{path}/$defs/{name}")


def main(arguments):
    if len(arguments) != 3:
        print("usage: schema_test.py SCHEMA CERTIFICATE", file=sys.stderr)
        return 2
    try:
        import jsonschema

        schema, certificate = load(arguments[1]), load(arguments[2])
        jsonschema.Draft202012Validator.check_schema(schema)
    except ImportError:
        print("schema_test: install python3-jsonschema", file=sys.stderr)
        return 2
    except (OSError, ValueError, jsonschema.SchemaError) as error:
        print(f"schema_test: {str(error).splitlines()[0]}", file=sys.stderr)
        return 2

    broken = list(undescribed(schema))
    for error in jsonschema.Draft202012Validator(schema).iter_errors(certificate):
        place = "/".join(map(str, error.absolute_path))
        broken.append(f"/{place}: {error.message}")
    if broken:
        more = f" (and {len(broken) - 1} more)" if len(broken) > 1 else ""
        print(f"{arguments[2]} breaks the schema: {broken[0]}{more}", file=sys.stderr)
        return 1
    print(f"{arguments[2]} obeys {schema['$id']}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
