"""A man page for each command, of what it says with --help."""

ROFF = {"\\": r"\e", "-": r"\-", "`": r"\(ga", "'": r"\(aq", "^": r"\(ha", "~": r"\(ti"}


def escaped(text):
    text = "".join(ROFF.get(character, character) for character in text)
    return r"\&" + text if text.startswith(".") else text


def page_name(command):
    return "-".join(command.words)


def reference(name):
    return f".BR {escaped(name)} (1)"


def summary_of(command):
    """As whatis has it: without the name that stands before it."""
    text = command.summary.rstrip(".").removeprefix("ulna ")
    return text[0].lower() + text[1:]


def section(title, entries):
    if not entries:
        return
    yield f".SH {title}"
    for entry in entries:
        name, _, value = entry.label.partition(" ")
        yield ".TP"
        yield f".B {escaped(name)}" + (f" \\fR{escaped(value)}\\fP" if value else "")
        yield escaped(entry.help)


def see_also(command, root):
    others = list(command.children) or [above for above in root.all() if command in above.children]
    if command is not root and root not in others:
        others.append(root)
    names = sorted(page_name(c) for c in others)
    for name in names[:-1]:
        yield reference(name) + " ,"
    yield reference(names[-1])


def man_page(command, root, version, date):
    lines = [f'.TH {escaped(page_name(command).upper())} 1 "{date}" "ulna {version}" "User Commands"',
             ".SH NAME", f"{escaped(page_name(command))} \\- {escaped(summary_of(command))}",
             ".SH SYNOPSIS", f".B {escaped(' '.join(command.words))}", escaped(command.usage),
             ".SH DESCRIPTION", escaped(command.summary) + ("" if command.summary.endswith(".") else ".")]
    lines += section("ARGUMENTS", command.positionals)
    lines += section("OPTIONS", command.options)
    if command.subcommands:
        lines.append(".SH COMMANDS")
        for entry, child in zip(command.subcommands, command.children):
            lines += [".TP", f".B {escaped(entry.label)}", escaped(entry.help) + ":",
                      reference(page_name(child)) + " ."]
    lines.append(".SH EXIT STATUS")
    lines += [escaped(line) for line in command.footer]
    lines.append(".SH SEE ALSO")
    lines += see_also(command, root)
    return "\n".join(lines) + "\n"
