import { type Block, comment, fill, lines, py, sh, when } from '../code/index.ts'
import type { ModelFacts } from '../facts/model-facts.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, shellEndpoint } from '../preamble.ts'
import { revisionOf, type Target } from '../target.ts'

/** Tasks whose models detect lines and regions instead of reading them. */
const segmentation = new Set(['object-detection', 'image-segmentation', 'mask-generation'])

/**
 * Each step names a model class. The release has no step `Task` and no module `models.framework`, which older examples use.
 * @see https://ai-riksarkivet.github.io/htrflow — API of release 0.2.6
 */
export const library = defineLibrary({
  id: 'htrflow',
  label: 'HTRflow',
  repo: 'https://github.com/AI-Riksarkivet/htrflow',
  docs: 'https://ai-riksarkivet.github.io/htrflow',
  downloads: 'default',
  names: { pypi: ['htrflow'] },
  install: () => ({ python: ['htrflow'] }),
  snippets(facts, target) {
    const shell = lines('shell', [
      sh`${comment(`In the pipeline, a step's model_settings name this model: ${facts.id}`)}`,
      shellEndpoint(target),
      sh`htrflow pipeline ${fill('your-pipeline.yaml')} ${fill('your-page.jpg')}`,
    ])
    const finds = facts.task !== null && segmentation.has(facts.task)
    return {
      drafts: [
        { id: 'cli', title: 'Run a pipeline from the command line', code: shell },
        finds
          ? { id: 'segment', title: 'Find the lines of a page', code: pythonBlock(target, segment(facts, target)) }
          : { id: 'read', title: 'Read a picture of a line', code: pythonBlock(target, read(facts, target)) },
      ],
      notes: [{ code: 'python-version', text: 'Release 0.2 needs Python 3.10 to 3.12.' }],
    }
  },
})

function device(target: Target): Block | undefined {
  return when(target.device !== 'auto', py`, "device": ${target.device}`)
}

function read(facts: ModelFacts, target: Target): Block {
  const revision = revisionOf(target)
  const pinned = when(revision !== null, py`, "model_kwargs": ${{ revision }}, "processor_kwargs": ${{ revision }}`)
  return py`
    from htrflow.models.huggingface.trocr import TrOCR
    from htrflow.pipeline.pipeline import Pipeline
    from htrflow.pipeline.steps import TextRecognition
    from htrflow.volume.volume import Collection

    settings = {"model": ${facts.id}${pinned}${device(target)}}
    pipeline = Pipeline([TextRecognition(TrOCR, settings, {})])
    for page in pipeline.run(Collection([${fill('your-line.jpg')}])):
        print(page.text)
  `
}

function segment(facts: ModelFacts, target: Target): Block {
  const revision = revisionOf(target)
  const pinned = when(revision !== null, py`, "revision": ${revision}`)
  return py`
    from htrflow.models.ultralytics.yolo import YOLO
    from htrflow.pipeline.pipeline import Pipeline
    from htrflow.pipeline.steps import Segmentation
    from htrflow.volume.volume import Collection

    settings = {"model": ${facts.id}${pinned}${device(target)}}
    pipeline = Pipeline([Segmentation(YOLO, settings, {})])
    for page in pipeline.run(Collection([${fill('your-page.jpg')}])):
        for region in page:
            print(region.bbox)
  `
}
