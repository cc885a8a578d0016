import { lines, py, when } from '../code/index.ts'
import { ext } from '../download-rule.ts'
import { filesEnding } from '../facts/model-facts.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'

/**
 * A repository contains either a corner detector or an embedder; nothing in the record distinguishes them. @see
 * https://github.com/HanClinto/CollectorVision
 */
export const library = defineLibrary({
  id: 'collectorvision',
  label: 'CollectorVision',
  repo: 'https://github.com/HanClinto/CollectorVision',
  filter: false,
  downloads: ext('onnx'),
  names: { none: 'Not on PyPI: it is installed from its repository.' },
  install: () => ({ python: ['git+https://github.com/HanClinto/CollectorVision.git', 'huggingface_hub'] }),
  snippets(facts, target) {
    const file = filesEnding(facts, '.onnx').find((name) => !name.startsWith('-')) ?? 'model.onnx'
    // Large models keep their weights in a separate file, which is expected in the same folder.
    const download = lines('python', [
      py`checkpoint = hf_hub_download(${facts.id}, ${file}${pythonRevision(target)})`,
      when(facts.files.includes(`${file}.data`), py`hf_hub_download(${facts.id}, ${`${file}.data`}${pythonRevision(target)})`),
    ])
    const detector = py`
      import collector_vision as cvg
      from huggingface_hub import hf_hub_download

      ${download}
      detector = cvg.NeuralCornerDetector(checkpoint)
    `
    const embedder = py`
      import collector_vision as cvg
      from huggingface_hub import hf_hub_download

      ${download}
      embedder = cvg.NeuralEmbedder(checkpoint)
    `
    return {
      drafts: [
        { id: 'detector', title: 'Load it as a detector of corners', code: pythonBlock(target, detector) },
        { id: 'embedder', title: 'Or as an embedder', code: pythonBlock(target, embedder) },
      ],
      notes: [{ code: 'type-unknown', text: 'Nothing says whether this is a detector or an embedder: one of the two loads it.' }],
    }
  },
})
