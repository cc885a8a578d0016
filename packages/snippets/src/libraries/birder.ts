import { type Block, fill, py } from '../code/index.ts'
import { ext } from '../download-rule.ts'
import { filesEnding, type ModelFacts } from '../facts/model-facts.ts'
import { defineLibrary, type Note } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'
import type { Target } from '../target.ts'

/**
 * An existing file is used instead of a download if its hash matches the one the release knows for the name.
 * @see https://birder.gitlab.io/birder/ — API of release 0.8
 */
export const library = defineLibrary({
  id: 'birder',
  label: 'Birder',
  repo: 'https://gitlab.com/birder/birder',
  docs: 'https://birder.gitlab.io/birder/',
  filter: false,
  downloads: ext('pt'),
  names: { pypi: ['birder', 'huggingface_hub'] },
  install: () => ({ python: ['birder', 'huggingface_hub', 'torch'] }),
  snippets(facts, target) {
    const byConfig = facts.files.includes('config.json') && facts.task !== 'object-detection'
    const code = byConfig ? fromConfig(facts, target) : byName(facts, target)
    const notes: Note[] = [{ code: 'python-version', text: 'It needs Python 3.11 or newer.' }]
    if (!byConfig)
      notes.push({
        code: 'fixed-model',
        text: 'The file is loaded by the name of the model: birder knows those of its own project, and refuses a file with another hash.',
      })
    return {
      drafts: [
        {
          id: byConfig ? 'config' : 'name',
          title: facts.task === 'object-detection' ? 'Find what is in a picture' : 'Classify a picture',
          code: pythonBlock(target, code),
        },
      ],
      notes,
    }
  },
})

function weightsOf(facts: ModelFacts): string {
  const files = filesEnding(facts, '.pt').filter((name) => !name.startsWith('-'))
  return files.find((name) => name === `${facts.name}.pt`) ?? files[0] ?? `${facts.name}.pt`
}

/** The configuration is sufficient; any model can be loaded. */
function fromConfig(facts: ModelFacts, target: Target): Block {
  const revision = pythonRevision(target)
  return py`
    import birder
    from birder.inference.classification import infer_image
    from huggingface_hub import hf_hub_download

    config = hf_hub_download(${facts.id}, "config.json"${revision})
    weights = hf_hub_download(${facts.id}, ${weightsOf(facts)}${revision})
    net, cfg = birder.load_model_with_cfg(config, weights)
    net.eval().requires_grad_(False)

    transform = birder.classification_transform(birder.get_size_from_signature(cfg["signature"]), cfg["rgb_stats"])
    scores, _ = infer_image(net, ${fill('your-image.jpg')}, transform)
    print(scores.argmax())
  `
}

function byName(facts: ModelFacts, target: Target): Block {
  const file = weightsOf(facts)
  const name = file.replace(/^.*\//, '').replace(/\.pt$/i, '')
  const load = py`
    path = hf_hub_download(${facts.id}, ${file}${pythonRevision(target)})
    net, info, transform = birder.load_pretrained_model_and_transform(${name}, dst=path)
  `
  if (facts.task === 'object-detection')
    return py`
      import birder
      from birder.inference.detection import infer_image
      from huggingface_hub import hf_hub_download

      ${load}
      print(infer_image(net, ${fill('your-image.jpg')}, transform, score_threshold=0.5))
    `
  return py`
    import birder
    from birder.inference.classification import infer_image
    from huggingface_hub import hf_hub_download

    ${load}
    scores, _ = infer_image(net, ${fill('your-image.jpg')}, transform)
    names = {index: name for name, index in info.class_to_idx.items()}
    print(names[int(scores.argmax())])
  `
}
