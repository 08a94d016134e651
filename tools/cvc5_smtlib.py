"""cvc5 as an SMT-LIB process: commands on standard input, one a line, answers on standard output.

Usage: PYTHONPATH=.deps/cvc5 python3 tools/cvc5_smtlib.py

The wheel has no program in it, only the Python module; this is the missing main. Tests cross-check Z3 with it.
"""

import sys

import cvc5


def answers(solver):
    """Invokes each command and yields what it answers."""
    parser = cvc5.InputParser(solver)
    symbols = parser.getSymbolManager()
    for line in sys.stdin:
        # What was declared stays with the symbols; only the text is new.
        parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, line, "stdin")
        while True:
            try:
                command = parser.nextCommand()
                if command.isNull():
                    break
                yield command.invoke(solver, symbols)
            except Exception as problem:  # whatever it is, the other side must hear of it
                text = str(problem).replace('"', "'").replace("\n", " ")
                yield f'(error "{text}")\n'
                break


def main():
    for answer in answers(cvc5.Solver(cvc5.TermManager())):
        if answer:
            sys.stdout.write(answer)
            sys.stdout.flush()


if __name__ == "__main__":
    main()
