import { type Block, fill, identifier, py, when } from '../code/index.ts'
import { filesEnding, type ModelFacts } from '../facts/model-facts.ts'
import { defineLibrary, type Note } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'
import { revisionOf, type Target } from '../target.ts'

/** The authors' repos, by name: the detector argument that loads them, and its value. */
const parts: ReadonlyMap<string, readonly [argument: string, value: string]> = new Map([
  ['retinaface_r34', ['face_model', 'retinaface']],
  ['img2pose', ['face_model', 'img2pose']],
  ['mobilefacenet', ['landmark_model', 'mobilefacenet']],
  ['mobilenet', ['landmark_model', 'mobilenet']],
  ['pfld', ['landmark_model', 'pfld']],
  ['xgb_au', ['au_model', 'xgb']],
  ['svm_au', ['au_model', 'svm']],
  ['resmasknet', ['emotion_model', 'resmasknet']],
  ['svm_emo', ['emotion_model', 'svm']],
  ['facenet', ['identity_model', 'facenet']],
  ['arcface_r50', ['identity_model', 'arcface']],
  ['l2cs', ['gaze_model', 'l2cs']],
])

/**
 * The second detector takes the path of a model that does everything at once; the first one is assembled from models that it downloads itself.
 * @see https://py-feat.org/ — API of release 2.1
 */
export const library = defineLibrary({
  id: 'py-feat',
  label: 'Py-Feat',
  repo: 'https://github.com/cosanlab/py-feat',
  docs: 'https://py-feat.org/',
  filter: false,
  downloads: 'default',
  names: { pypi: ['py-feat', 'huggingface_hub'] },
  install: (facts) => ({ python: isMultitask(facts) ? ['py-feat', 'torch', 'huggingface_hub'] : ['py-feat', 'torch'] }),
  snippets(facts, target) {
    const notes: Note[] = [{ code: 'python-version', text: 'The current release needs Python 3.11 or newer.' }]
    if (!isMultitask(facts))
      notes.push({
        code: 'fixed-model',
        text: `The detector fetches its models by itself, from repositories of py-feat of this hub${revisionOf(target) === null ? '' : ', not at this revision'}.`,
      })
    const code = isMultitask(facts) ? multitask(facts, target) : byParts(facts, target)
    return { drafts: [{ id: 'detect', title: 'Read the faces of a picture', code: pythonBlock(target, code) }], notes }
  },
})

function isMultitask({ name }: ModelFacts): boolean {
  return /multitask/i.test(name)
}

function device(target: Target): Block {
  if (target.device !== 'auto') return py`device = ${target.device}`
  return py`device = "cuda" if torch.cuda.is_available() else "cpu"`
}

function multitask(facts: ModelFacts, target: Target): Block {
  const file = filesEnding(facts, '.safetensors').at(-1)
  return py`
    ${when(target.device === 'auto', py`import torch`)}
    from feat import Detectorv2
    from huggingface_hub import hf_hub_download

    ${device(target)}
    path = hf_hub_download(${facts.id}, ${file ?? fill('face_multitask_v28.safetensors')}${pythonRevision(target)})
    detector = Detectorv2(device=device, multitask_weights=path)
    print(detector.detect(${fill('your-image.jpg')}, data_type="image"))
  `
}

function byParts(facts: ModelFacts, target: Target): Block {
  const part = parts.get(facts.name)
  return py`
    ${when(target.device === 'auto', py`import torch`)}
    from feat import Detectorv1

    ${device(target)}
    detector = Detectorv1(${when(part !== undefined, py`${identifier(part?.[0] ?? 'device')}=${part?.[1] ?? ''}, `)}device=device)
    print(detector.detect(${fill('your-image.jpg')}, data_type="image"))
  `
}
