import { type Block, fill, lines, py } from '../code/index.ts'
import { anyOf, ext } from '../download-rule.ts'
import { filesEnding, type ModelFacts } from '../facts/model-facts.ts'
import { defineLibrary, type Note } from '../library.ts'
import { noRevision, pythonBlock, pythonRevision } from '../preamble.ts'
import type { Target } from '../target.ts'

/** Prithvi backbones in the registry, by the names of their repositories. They accept a file path. */
const prithvi: ReadonlyMap<string, string> = new Map([
  ['prithvi-eo-1.0-100m', 'prithvi_eo_v1_100'],
  ['prithvi-eo-2.0-tiny-tl', 'prithvi_eo_v2_tiny_tl'],
  ['prithvi-eo-2.0-100m-tl', 'prithvi_eo_v2_100_tl'],
  ['prithvi-eo-2.0-300m', 'prithvi_eo_v2_300'],
  ['prithvi-eo-2.0-300m-tl', 'prithvi_eo_v2_300_tl'],
  ['prithvi-eo-2.0-600m', 'prithvi_eo_v2_600'],
  ['prithvi-eo-2.0-600m-tl', 'prithvi_eo_v2_600_tl'],
])

/** TerraMind backbones, which download their authors' files. */
const terramind: ReadonlyMap<string, string> = new Map([
  ['terramind-0.1-base', 'terramind_v01_base'],
  ['terramind-1.0-tiny', 'terramind_v1_tiny'],
  ['terramind-1.0-small', 'terramind_v1_small'],
  ['terramind-1.0-base', 'terramind_v1_base'],
  ['terramind-1.0-large', 'terramind_v1_large'],
])

/**
 * The registry has its own names for backbones; a repository with a configuration contains a model tuned for a task. @see
 * https://ibm.github.io/terratorch/ — API of release 1.2
 */
export const library = defineLibrary({
  id: 'terratorch',
  label: 'TerraTorch',
  repo: 'https://github.com/IBM/terratorch',
  docs: 'https://ibm.github.io/terratorch/',
  filter: false,
  downloads: anyOf(ext('pt'), ext('ckpt')),
  names: { pypi: ['terratorch', 'huggingface_hub'] },
  install: () => ({ python: ['terratorch', 'huggingface_hub'] }),
  snippets(facts, target) {
    const name = facts.name.toLowerCase()
    const weights = [...filesEnding(facts, '.ckpt'), ...filesEnding(facts, '.pt')].filter((file) => !file.startsWith('-'))
    const config = [...filesEnding(facts, '.yaml'), ...filesEnding(facts, '.yml')].find((file) => !file.startsWith('-'))
    const ofTerramind = terramind.get(name)
    const ofPrithvi = prithvi.get(name)
    if (ofTerramind !== undefined)
      return {
        drafts: [{ id: 'load', title: 'Build the backbone', code: pythonBlock(target, byName(ofTerramind)) }],
        notes: [
          { code: 'fixed-model', text: 'The weights are those of its makers, found by the name of the backbone.' },
          ...noRevision(target, 'BACKBONE_REGISTRY'),
        ],
      }
    if (ofPrithvi === undefined && config !== undefined && weights[0] !== undefined)
      return {
        drafts: [{ id: 'task', title: 'Load the model of a task', code: pythonBlock(target, ofTask(config, weights[0], facts, target)) }],
        notes: [
          { code: 'custom-code', text: 'The configuration names the classes that are made: read it before you load it.' },
          {
            code: 'input-needed',
            text: 'Folders of data that the configuration names have to be there; give those of your own in a copy of it.',
          },
        ],
      }
    const notes: Note[] = [
      ...(ofPrithvi === undefined
        ? [
            {
              code: 'version-unknown' as const,
              text: 'The name of the repository is none that a backbone is known for. Fill in the one that it is: list(BACKBONE_REGISTRY) shows all.',
            },
          ]
        : []),
      ...(weights.length === 0
        ? [{ code: 'file-missing' as const, text: 'No .pt or .ckpt file is known of this revision. Fill in its name.' }]
        : []),
    ]
    return {
      drafts: [{ id: 'load', title: 'Build the backbone', code: pythonBlock(target, fromFile(ofPrithvi, weights, facts, target)) }],
      notes,
    }
  },
})

function fromFile(backbone: string | undefined, weights: readonly string[], facts: ModelFacts, target: Target): Block {
  const file = weights.find((each) => /prithvi_eo/i.test(each)) ?? weights[0]
  return py`
    from huggingface_hub import hf_hub_download
    from terratorch.registry import BACKBONE_REGISTRY

    path = hf_hub_download(${facts.id}, ${file ?? fill('your-weights.pt')}${pythonRevision(target)})
    model = BACKBONE_REGISTRY.build(${backbone ?? fill('prithvi_eo_v2_300')}, pretrained=True, ckpt_path=path)
  `
}

function byName(backbone: string): Block {
  return py`
    from terratorch.registry import BACKBONE_REGISTRY

    model = BACKBONE_REGISTRY.build(${backbone}, pretrained=True, modalities=["S2L2A", "S1GRD"])
  `
}

function ofTask(config: string, weights: string, facts: ModelFacts, target: Target): Block {
  const revision = pythonRevision(target)
  return py`
    from huggingface_hub import hf_hub_download
    from terratorch.cli_tools import LightningInferenceModel

    ${lines('python', [
      py`config = hf_hub_download(${facts.id}, ${config}${revision})`,
      py`weights = hf_hub_download(${facts.id}, ${weights}${revision})`,
    ])}
    model = LightningInferenceModel.from_config(config, weights)
  `
}
