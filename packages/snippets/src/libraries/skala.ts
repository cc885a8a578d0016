import { lines, py } from '../code/index.ts'
import { ext } from '../download-rule.ts'
import { filesEnding, type ModelFacts } from '../facts/model-facts.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'
import { revisionOf } from '../target.ts'

/** Repositories that the package downloads by name, verifying the file's hash. */
const known = new Set(['microsoft/skala-1.0', 'microsoft/skala-1.1'])

/** @see https://microsoft.github.io/skala — API of release 2026.9 */
export const library = defineLibrary({
  id: 'skala',
  label: 'Skala',
  repo: 'https://github.com/microsoft/skala',
  filter: false,
  downloads: ext('fun'),
  names: { pypi: ['skala', 'huggingface_hub', 'pyscf'] },
  install: () => ({ python: ['skala'] }),
  snippets(facts, target) {
    const byName = known.has(facts.id) && revisionOf(target) === null
    const molecule = py`
      water = gto.M(atom="O 0 0 0; H 0 -0.757 0.587; H 0 0.757 0.587", basis="def2-svp")
    `
    const code = byName
      ? py`
          from pyscf import gto
          from skala.pyscf import SkalaKS

          ${lines('python', [molecule, py`energy = SkalaKS(water, xc=${facts.name}).kernel()`, py`print(energy)  # in hartree`])}
        `
      : py`
          from huggingface_hub import hf_hub_download
          from pyscf import gto
          from skala.functional import TracedFunctional
          from skala.pyscf import SkalaKS

          ${lines('python', [
            py`path = hf_hub_download(${facts.id}, ${fileOf(facts)}${pythonRevision(target)})`,
            py`functional = TracedFunctional.load(path)`,
            molecule,
            py`energy = SkalaKS(water, xc=functional).kernel()`,
            py`print(energy)  # in hartree`,
          ])}
        `
    return {
      drafts: [{ id: byName ? 'by-name' : 'file', title: 'Compute the energy of a molecule', code: pythonBlock(target, code) }],
      notes: [
        { code: 'python-version', text: 'It needs Python 3.11 to 3.13.' },
        ...(byName
          ? []
          : [
              {
                code: 'custom-code' as const,
                text: 'A .fun file holds traced code, and is loaded without a check of its hash: do it only with files you trust.',
              },
            ]),
      ],
    }
  },
})

/** The newest file for CPUs; those for GPUs are marked in their name. */
function fileOf(facts: ModelFacts): string {
  const files = filesEnding(facts, '.fun').filter((name) => !name.startsWith('-') && !name.endsWith('-cuda.fun'))
  return (
    files.find((name) => /-rev\d+\.fun$/.test(name)) ?? files[0] ?? (facts.name === 'skala-1.0' ? 'skala-1.0.fun' : 'skala-1.1-rev1.fun')
  )
}
