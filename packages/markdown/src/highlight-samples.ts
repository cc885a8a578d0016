/** Code that triggers the rules that snippets need, by grammar. The tokenizer compiles a rule on first use, which is slow. */
export const highlightSamples: Readonly<Record<string, string>> = {
  python: `
import os  # note
from a import b, c

@d
async def f(x: int = 1, *y, **z):
    """Text."""
    return f"{x!r} {y[0]}" + 'a\\n' if x is not None else {"k": [1.5, True]}

class A(B):
    pass

with open("f", "rb") as g:
    for i in range(3):
        print(i, end="")
while True:
    break
`,
  javascript: `
import A, { b } from "node:fs"
// note
const x = await new A({ k: \`a \${b}\`, l: [1.5, true, null], 'm': (y) => y?.z ?? "" })
async function f(a) {
    for await (const c of a) if (!c.ok) throw new Error(/x+/.test(c))
    return { ...a }
}
process.stdout.write(x.env.Y)
`,
  shellscript: `
# note
export A="$B \${C}"
pip install -U a "b[c]"
curl -N 'http://a' \\
    -H "A: Bearer $B" -d '{"a": 1}' | tee f > /dev/null
if [ -n "$A" ]; then echo $(cat f); fi
`,
  csharp: `
using A;
// note
var x = new A("b", 1.5, true);
await foreach (var y in x.F($"{x}")) Console.Write(y);
`,
  json: '{ "a": [1.5, true, null, "b\\n"] }',
}
