import { fill, py, when } from '../code/index.ts'
import { filesEnding } from '../facts/model-facts.ts'
import { ext } from '../download-rule.ts'
import { defineLibrary, type Note } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'

/** `YOLO` reads the version from the weights, so that the class of a version need not be guessed. @see https://docs.ultralytics.com */
export const library = defineLibrary({
  id: 'ultralytics',
  label: 'Ultralytics',
  repo: 'https://github.com/ultralytics/ultralytics',
  docs: 'https://docs.ultralytics.com',
  filter: false,
  downloads: ext('pt'),
  names: { pypi: ['ultralytics', 'huggingface_hub'] },
  install: () => ({ python: ['ultralytics', 'huggingface_hub'] }),
  offers: (facts) => facts.tags.has('ultralytics') || [...facts.tags].some((tag) => /^yolov\d+$/.test(tag)),
  snippets(facts, target) {
    const file = filesEnding(facts, '.pt')[0]
    const version = [...facts.tags].find((tag) => /^yolov\d+$/.test(tag))
    const notes: Note[] = [
      ...(version === undefined
        ? [{ code: 'yolo-version-unknown' as const, text: 'No tag such as yolov8 says which version this is; the weights themselves do.' }]
        : []),
      ...(file === undefined ? [{ code: 'file-missing' as const, text: 'No .pt file is known of this revision. Fill in its name.' }] : []),
      { code: 'pickle', text: 'A .pt file is a pickle: loading it can run code. Do it only with files you trust.' },
    ]
    const device = when(target.device !== 'auto', py`, device=${target.device}`)
    const code = py`
      from huggingface_hub import hf_hub_download
      from ultralytics import YOLO

      path = hf_hub_download(${facts.id}, ${file ?? fill('your-weights.pt')}${pythonRevision(target)})
      model = YOLO(path)
      model.predict(source=${fill('your-image.jpg')}, save=True${device})
    `
    return { drafts: [{ id: 'predict', title: 'Detect objects in a picture', code: pythonBlock(target, code) }], notes }
  },
})
