"""Completions for bash, zsh and fish, of what the commands say with --help and what `ulna list` names."""
import re
import shlex

# What an option or a positional takes: names that `words` has, and files where a port may be one.
KINDS = {"--port": "ports", "PORT": "ports", "--beside": "ports", "--op": "operations",
         "OPERATION": "operations", "--machine": "machines", "--profile": "profiles",
         "PIECE": "pieces"}
OF_COMMAND = {("new-port", "--for"): "examples"}
FILES_TOO = ("ports",)


class Value:
    """What may stand for an option's value or for a positional."""

    def __init__(self, command, entry, words):
        name = entry.names[-1]
        self.kind = OF_COMMAND.get((command.words[-1], name)) or KINDS.get(name)
        self.words = entry.choices or (words[self.kind] if self.kind else [])
        self.files = not self.words or self.kind in FILES_TOO


def path_of(command):
    return " ".join(command.words[1:])


def quoted(names):
    return shlex.quote(" ".join(names))


def bash(root, words):
    """Where in the command line the cursor is, and the words for that place."""
    out = ["# Completions of ulna for bash: made from what the commands say with --help.",
           "_ulna() {",
           "  local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}",
           "  local command='' words='' options='' files='' i",
           "  if [[ $current == = ]]; then",
           "    current=''",
           "  elif [[ $before == = ]]; then",
           "    before=${COMP_WORDS[COMP_CWORD - 2]}",
           "  fi",
           "  for ((i = 1; i < COMP_CWORD; i++)); do",
           "    case \"$command/${COMP_WORDS[i]}\" in"]
    for command in root.all():
        for child in command.children:
            out.append(f"    {shlex.quote(path_of(command) + '/' + child.words[-1])}) "
                       f"command={shlex.quote(path_of(child))} ;;")
    out += ["    esac", "  done", "  case \"$command\" in"]
    for command in root.all():
        names = [name for option in command.options for name in option.names]
        first = [e.label for e in command.subcommands]
        values = [Value(command, e, words) for e in command.positionals]
        first += [word for value in values for word in value.words]
        files = " files=yes" if any(value.files for value in values) else ""
        out.append(f"  {shlex.quote(path_of(command))}) options={quoted(names)} words={quoted(first)}{files} ;;")
    out += ["  esac", "  case \"$command $before\" in"]
    for command in root.all():
        for option in command.options:
            if not option.value:
                continue
            value = Value(command, option, words)
            for name in option.names:
                out.append(f"  {shlex.quote(path_of(command) + ' ' + name)}) options='' "
                           f"words={quoted(value.words)} files={'yes' if value.files else ''} ;;")
    out += ["  esac",
            "  [[ $current != -* ]] || words=$options files=''",
            "  [[ -z $files ]] || compopt -o filenames 2>/dev/null",
            "  mapfile -t COMPREPLY < <(",
            "    compgen -W \"$words\" -- \"$current\"",
            "    [[ -z $files ]] || compgen -f -- \"$current\"",
            "  )",
            "}",
            "complete -F _ulna ulna"]
    return "\n".join(out) + "\n"


def zsh_value(title, value):
    title = title.lower()
    if not value.words:
        return f":{title}:_files"
    if value.files:
        return f":{title}:_ulna_{value.kind}_or_files"
    return f":{title}:({' '.join(value.words)})"


def zsh_help(text):
    return re.sub(r"([\[\]:\\])", r"\\\1", text)


def zsh_options(command, words):
    for option in command.options:
        value = zsh_value(option.names[-1].lstrip("-"), Value(command, option, words)) if option.value else ""
        for name in option.names:
            long_value = "=" if value and name.startswith("--") else ""
            yield f"{'*' if option.repeats else ''}{name}{long_value}[{zsh_help(option.help)}]{value}"


def zsh_function(command, words):
    name = "_" + "_".join(command.words).replace("-", "_")
    out = [f"{name}() {{"]
    specs = list(zsh_options(command, words))
    if command.children:
        specs += ["1:command:->command", "*::argument:->argument"]
        out.append("  local curcontext=$curcontext state line")
    for number, entry in enumerate(command.positionals, 1):
        place = "*" if entry.repeats else str(number)
        specs.append(place + zsh_value(entry.names[0], Value(command, entry, words)))
    out.append(f"  _arguments {'-C ' if command.children else ''}\\")
    out.append(" \\\n".join(f"    {shlex.quote(spec)}" for spec in specs))
    if command.children:
        out += ["  case $state in", "  command)", "    local -a commands=("]
        out += [f"      {shlex.quote(e.label + ':' + zsh_help(e.help))}" for e in command.subcommands]
        out += ["    )", "    _describe command commands", "    ;;", "  argument)",
                "    case $words[1] in"]
        for child in command.children:
            out.append(f"    {child.words[-1]}) _{'_'.join(child.words).replace('-', '_')} ;;")
        out += ["    esac", "    ;;", "  esac"]
    return out + ["}"]


def zsh(root, words):
    out = ["#compdef ulna", "# Completions of ulna for zsh: made from what the commands say with --help."]
    for kind in FILES_TOO:
        out += [f"_ulna_{kind}_or_files() {{",
                f"  _alternative 'names:{kind}:({' '.join(words[kind])})' 'files:file:_files'", "}"]
    for command in root.all():
        out += zsh_function(command, words)
    return "\n".join(out + ['_ulna "$@"']) + "\n"


def fish(root, words):
    out = ["# Completions of ulna for fish: made from what the commands say with --help.",
           "function __ulna_at --description 'Whether the command line begins with these commands'",
           "  set -l given (commandline -opc)",
           "  test (count $given) -gt (count $argv); or return 1",
           "  set -e given[1]",
           "  test (count $argv) -eq 0; and return 0",
           "  test \"$given[1..\"(count $argv)\"]\" = \"$argv\"",
           "end",
           "function __ulna_first --description 'The same, and nothing stands behind them'",
           "  test (count (commandline -opc)) -eq (math (count $argv) + 1); and __ulna_at $argv",
           "end"]
    for command in root.all():
        path = path_of(command)
        at, first = (shlex.quote(f"{test} {path}".strip()) for test in ("__ulna_at", "__ulna_first"))
        for entry in command.subcommands:
            out.append(f"complete -c ulna -n {first} -f -a {entry.label} -d {fish_text(entry.help)}")
        for entry in command.positionals:
            value = Value(command, entry, words)
            if value.words:
                out.append(f"complete -c ulna -n {at} {'' if value.files else '-f '}-a {quoted(value.words)}")
        for option in command.options:
            names = " ".join(f"-l {n[2:]}" if n.startswith("--") else f"-s {n[1:]}" for n in option.names)
            takes = ""
            if option.value:
                value = Value(command, option, words)
                takes = "-r " if value.files else "-x "
                takes += f"-a {quoted(value.words)} " if value.words else ""
            place = first if not path else at
            out.append(f"complete -c ulna -n {place} {names} {takes}-d {fish_text(option.help)}")
    return "\n".join(out) + "\n"


def fish_text(text):
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
