"""The part of GitHub's expressions that our files use. Whatever else they say is an error, not a guess."""
import re

TOKEN = re.compile(r"\s*(?:(?P<string>'[^']*')|(?P<name>[A-Za-z_][\w.-]*)|(?P<mark>&&|\|\||==|!=|[!()]))")
IN_TEXT = re.compile(r"\$\{\{(.*?)\}\}", re.DOTALL)
STATUS = ("always", "cancelled", "failure", "success")


class Expression:
    def __init__(self, text, contexts, failed=False):
        self.text, self.contexts, self.failed = text, contexts, failed
        self.tokens, at = [], 0
        text = text.rstrip()
        while at < len(text):
            match = TOKEN.match(text, at)
            if not match:
                raise ValueError(f"not understood: {text}")
            self.tokens.append((match.lastgroup, match.group(match.lastgroup)))
            at = match.end()

    def value(self):
        found = self.either()
        if self.tokens:
            raise ValueError(f"not understood from {self.tokens[0][1]} on: {self.text}")
        return found

    def asks_for_status(self):
        return any(kind == "name" and word in STATUS for kind, word in self.tokens)

    def take(self, *marks):
        if self.tokens and self.tokens[0][0] == "mark" and self.tokens[0][1] in marks:
            return self.tokens.pop(0)[1]
        return None

    def either(self):
        left = self.both()
        while self.take("||"):
            right = self.both()
            left = left or right
        return left

    def both(self):
        left = self.equal()
        while self.take("&&"):
            right = self.equal()
            left = left and right
        return left

    def equal(self):
        left = self.one()
        if mark := self.take("==", "!="):
            return (left == self.one()) == (mark == "==")
        return left

    def one(self):
        if self.take("!"):
            return not self.one()
        if self.take("("):
            found = self.either()
            if not self.take(")"):
                raise ValueError(f"no ) in {self.text}")
            return found
        if not self.tokens or self.tokens[0][0] == "mark":
            raise ValueError(f"something is missing in {self.text}")
        kind, word = self.tokens.pop(0)
        if kind == "string":
            return word[1:-1]
        if self.take("("):
            if not self.take(")"):
                raise ValueError(f"arguments are not understood: {self.text}")
            return self.status(word)
        return self.named(word)

    def status(self, word):
        """Nobody cancels a run here."""
        if word not in STATUS:
            raise ValueError(f"no function {word}(): {self.text}")
        return {"always": True, "cancelled": False, "failure": self.failed,
                "success": not self.failed}[word]

    def named(self, path):
        found = self.contexts
        for part in path.split("."):
            if part not in found:
                raise ValueError(f"there is no {path}, only {', '.join(found)}")
            found = found[part]
        return found


def fill_in(text, contexts):
    """A value of `with` or `env`, as the step gets it."""
    return IN_TEXT.sub(lambda match: str(Expression(match.group(1), contexts).value()), str(text))


def holds(condition, contexts, failed):
    """Whether a step with this `if`, or None, is run."""
    if condition is None:
        return not failed
    whole = IN_TEXT.fullmatch(condition.strip())
    expression = Expression(whole.group(1) if whole else condition, contexts, failed)
    asks = expression.asks_for_status()
    return bool(expression.value()) and (asks or not failed)
