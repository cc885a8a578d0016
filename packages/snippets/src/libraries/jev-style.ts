import { type Block, lines, py, sh, when } from '../code/index.ts'
import { allOf, anyOf, ext, stem } from '../download-rule.ts'
import type { ModelFacts } from '../facts/model-facts.ts'
import { defineLibrary, type Draft, type Note } from '../library.ts'
import { pythonBlock, pythonRevision, shellEndpoint, shellRevision } from '../preamble.ts'
import type { Target } from '../target.ts'

type Backend = 'mlx' | 'gguf' | 'torch'

function backendOf(facts: ModelFacts): Backend {
  if (facts.tags.has('mlx')) return 'mlx'
  return facts.tags.has('gguf') ? 'gguf' : 'torch'
}

/** The repositories that the release trusts by name, each at a specific revision. Code shipped by others runs only when allowed explicitly. */
const trusted = new Set(
  ['0.8B', '2B'].flatMap((size) =>
    ['', '-mlx', '-gguf'].map((build) => `chaoliangunsw/jev-style-${size.toLowerCase()}-decision-v3${build}`),
  ),
)

/** @see https://github.com/lawrence3699/jev-style — API of release 0.5 */
export const library = defineLibrary({
  id: 'jev-style',
  label: 'jev-style',
  repo: 'https://github.com/lawrence3699/jev-style',
  filter: false,
  downloads: anyOf(ext('gguf'), allOf(stem('config'), ext('json'))),
  names: { pypi: ['jev-style'] },
  install: (facts) => {
    const backend = backendOf(facts)
    return { python: [backend === 'gguf' ? 'jev-style' : `jev-style[${backend}]`] }
  },
  snippets(facts, target) {
    const backend = backendOf(facts)
    const isTrusted = trusted.has(facts.id.toLowerCase())
    const drafts: Draft[] = [
      { id: 'decide', title: 'Ask questions about a text', code: pythonBlock(target, decide(facts, target, isTrusted)) },
    ]
    if (backend === 'gguf') drafts.unshift({ id: 'scorer', title: 'Build the scorer, once', code: scorer(facts, target) })
    const notes: Note[] = []
    if (!isTrusted)
      notes.push({ code: 'remote-code', text: 'The repository ships the Python file that runs it. Read that before you let it run.' })
    if (backend === 'mlx') notes.push({ code: 'platform', text: 'The MLX build runs on Apple silicon only.' })
    return { drafts, notes }
  },
})

function decide(facts: ModelFacts, target: Target, isTrusted: boolean): Block {
  const trust = when(!isTrusted, py`, trust_remote_code=True`)
  const device = when(target.device !== 'auto' && backendOf(facts) === 'torch', py`, device=${target.device}`)
  return py`
    from jev_style import JevStyle, choice, noul

    model = JevStyle.from_pretrained(${facts.id}${pythonRevision(target)}${trust}${device})
    out = model.decide(
        "The parcel is three days late, and the box was open.",
        {
            "urgent": noul("Somebody should answer today"),
            "team": choice("Who should answer?", ["shipping", "billing", "returns"]),
        },
    )
    print(out["answers"]["team"]["choice"])
  `
}

/** The larger models have their own scorer, and their own variable that names it. */
function scorer(facts: ModelFacts, target: Target): Block {
  const second = facts.files.includes('jev_score_v2.cpp') || facts.name.toLowerCase().includes('-2b-')
  const source = second ? 'jev_score_v2.cpp' : 'jev_score.cpp'
  return lines('shell', [
    shellEndpoint(target),
    sh`hf download ${facts.id} build_jev_score.sh ${source} --local-dir jev-score${shellRevision(target)}`,
    sh`git clone https://github.com/ggml-org/llama.cpp`,
    second
      ? sh`export JEV_SCORE_V2_BIN="$(sh jev-score/build_jev_score.sh llama.cpp | tail -n 1)"`
      : sh`export JEV_SCORE_BIN="$(sh jev-score/build_jev_score.sh llama.cpp | tail -n 1)"`,
  ])
}
