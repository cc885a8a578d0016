import { fill, py, when } from '../code/index.ts'
import { anyOf, ext } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'

/** @see https://github.com/VictorButoi/FleXray — API of release 1.0 */
export const library = defineLibrary({
  id: 'flexray',
  label: 'FleXray',
  repo: 'https://github.com/VictorButoi/FleXray',
  docs: 'https://github.com/VictorButoi/FleXray/tree/main/docs',
  filter: false,
  downloads: anyOf(ext('safetensors'), ext('onnx')),
  names: { pypi: ['flexray'] },
  install: () => ({ python: ['flexray'] }),
  snippets(facts, target) {
    const device = when(target.device !== 'auto', py`, device=${target.device}`)
    const code = py`
      from fxr.inference import FleXraySegmenter

      segmenter = FleXraySegmenter.from_pretrained(${facts.id}${pythonRevision(target)}${device})
      masks = segmenter.predict(${fill('your-x-ray.png')}, threshold=0.5).masks
      print(masks.shape)
    `
    return { drafts: [{ id: 'segment', title: 'Segment an X-ray', code: pythonBlock(target, code) }] }
  },
})
