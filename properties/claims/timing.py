"""Times calls of ports, directly."""
import time


def nanoseconds(steps):
    """Of calls one after the other: (function, arguments) each."""
    start = time.perf_counter_ns()
    for function, arguments in steps:
        function(*arguments)
    return time.perf_counter_ns() - start


def each_element(ways, runs):
    """{name: nanoseconds for an element}; ways: {name: (elements, steps, the same steps without elements)}.
    The fastest of `runs` runs, all ways in turn: other work on the machine only adds. What it takes to call
    a port from here is not counted."""
    steps = [each for _, all_, none in ways.values() for each in (all_, none)]
    fastest = [min(times) for times in zip(*[[nanoseconds(each) for each in steps] for _ in range(runs)])]
    return {name: (fastest[2 * i] - fastest[2 * i + 1]) / elements
            for i, (name, (elements, *_)) in enumerate(ways.items())}
