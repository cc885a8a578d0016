import { type Block, fill, identifier, py, when } from '../code/index.ts'
import type { ModelFacts } from '../facts/model-facts.ts'
import { anyOf, ext, path } from '../download-rule.ts'
import { defineLibrary, type Draft, type Note, type Snippets } from '../library.ts'
import { pythonBlock, pythonSnapshot } from '../preamble.ts'
import type { Target } from '../target.ts'

/** Modules by their models' tag. A Map, because someone may use `constructor` as a tag. */
const modules = new Map([
  ['textline_detection', 'TextDetection'],
  ['textline_recognition', 'TextRecognition'],
  ['seal_text_detection', 'SealTextDetection'],
  ['doc_img_unwarping', 'TextImageUnwarping'],
  ['doc_img_orientation_classification', 'DocImgOrientationClassification'],
  ['textline_orientation_classification', 'TextLineOrientationClassification'],
  ['chart_parsing', 'ChartParsing'],
  ['formula_recognition', 'FormulaRecognition'],
  ['layout_detection', 'LayoutDetection'],
  ['table_cells_detection', 'TableCellsDetection'],
  ['wired_table_classification', 'TableClassification'],
  ['table_structure_recognition', 'TableStructureRecognition'],
])

/** Tags of models that read documents with a language model, or write formulas: they need more packages. */
const documentTags = ['doc_vlm', 'document-parse', 'chart_parsing', 'formula_recognition'] as const

/** The engine that runs a repo's files: the repo's name ends in the format if another repo has the same model. */
interface Engine {
  readonly model: string
  /** `null` for PaddlePaddle, the default. */
  readonly name: 'transformers' | 'onnxruntime' | null
  readonly packages: readonly string[]
}

function engineOf({ name }: ModelFacts): Engine {
  if (name.endsWith('_safetensors'))
    return { model: name.slice(0, -'_safetensors'.length), name: 'transformers', packages: ['transformers', 'torch', 'torchvision'] }
  if (name.endsWith('_onnx')) return { model: name.slice(0, -'_onnx'.length), name: 'onnxruntime', packages: ['onnxruntime'] }
  return { model: name, name: null, packages: ['paddlepaddle'] }
}

/**
 * By default, models come from PaddleX's own list of hosts, by name and without a revision, so the repo is downloaded and its folder passed. The
 * model must still be named, because the folder's configuration is compared with the name.
 * @see https://www.paddleocr.ai — API of release 3.7
 */
export const library = defineLibrary({
  id: 'PaddleOCR',
  label: 'PaddleOCR',
  repo: 'https://github.com/PaddlePaddle/PaddleOCR',
  docs: 'https://www.paddleocr.ai/',
  filter: true,
  downloads: anyOf(ext('safetensors'), path('inference.pdiparams'), path('inference.onnx')),
  names: { pypi: ['paddleocr', 'paddlex', 'huggingface_hub'] },
  install: (facts) => ({
    python: [
      documentTags.some((tag) => facts.tags.has(tag)) ? 'paddleocr[doc-parser]' : 'paddleocr',
      ...engineOf(facts).packages,
      'huggingface_hub',
    ],
  }),
  snippets(facts, target) {
    if (facts.tags.has('doc_vlm')) return { drafts: [askDraft(facts, target)] }
    if (facts.tags.has('document-parse')) return parse(facts, target)
    const tag = [...facts.tags].find((each) => modules.has(each))
    const module = tag === undefined ? undefined : modules.get(tag)
    if (module === undefined)
      return {
        drafts: [],
        notes: [
          {
            code: 'module-unknown',
            text: 'The tags name no module of PaddleOCR. This fetches the files; www.paddleocr.ai lists the modules.',
          },
        ],
      }
    return { drafts: [module === 'ChartParsing' ? chartDraft(facts, target) : moduleDraft(module, facts, target)] }
  },
})

/** `, engine=…, device=…`; PaddleOCR's name for the CUDA device is `gpu`. */
function options(facts: ModelFacts, target: Target): Block {
  const engine = engineOf(facts).name
  const device = target.device === 'cuda' ? 'gpu' : target.device === 'cpu' ? 'cpu' : null
  return py`${when(engine !== null, py`, engine=${engine}`)}${when(device !== null, py`, device=${device}`)}`
}

function moduleDraft(module: string, facts: ModelFacts, target: Target): Draft {
  const code = py`
    from huggingface_hub import snapshot_download
    from paddleocr import ${identifier(module)}

    ${pythonSnapshot(facts, target)}
    model = ${identifier(module)}(model_name=${engineOf(facts).model}, model_dir=path${options(facts, target)})
    for result in model.predict(input=${fill('your-image.png')}, batch_size=1):
        result.print()
        result.save_to_img(save_path="output")
        result.save_to_json(save_path="output/result.json")
  `
  return { id: 'predict', title: 'Run it on a picture', code: pythonBlock(target, code) }
}

function chartDraft(facts: ModelFacts, target: Target): Draft {
  const code = py`
    from huggingface_hub import snapshot_download
    from paddleocr import ChartParsing

    ${pythonSnapshot(facts, target)}
    model = ChartParsing(model_name=${engineOf(facts).model}, model_dir=path${options(facts, target)})
    for result in model.predict(input={"image": ${fill('your-chart.png')}}, batch_size=1):
        result.print()
        result.save_to_json(save_path="output/result.json")
  `
  return { id: 'predict', title: 'Read a chart', code: pythonBlock(target, code) }
}

function askDraft(facts: ModelFacts, target: Target): Draft {
  const code = py`
    from huggingface_hub import snapshot_download
    from paddleocr import DocVLM

    ${pythonSnapshot(facts, target)}
    model = DocVLM(model_name=${engineOf(facts).model}, model_dir=path${options(facts, target)})
    question = {"image": ${fill('your-document.png')}, "query": "What does this page say?"}
    for result in model.predict(input=question, batch_size=1):
        result.print()
        result.save_to_json(save_path="output/result.json")
  `
  return { id: 'ask', title: 'Ask about a document', code: pythonBlock(target, code) }
}

/** Pipelines by the suffix after `PaddleOCR-VL` in the repo's name. */
const pipelineVersions = new Map([
  ['', 'v1'],
  ['-1.5', 'v1.5'],
  ['-1.6', 'v1.6'],
])

function parse(facts: ModelFacts, target: Target): Snippets {
  const suffix = /^PaddleOCR-VL(.*)$/.exec(facts.name)?.[1]
  const version = suffix === undefined ? undefined : pipelineVersions.get(suffix)
  const code = py`
    from huggingface_hub import snapshot_download
    from paddleocr import PaddleOCRVL

    ${pythonSnapshot(facts, target)}
    pipeline = PaddleOCRVL(${when(version !== undefined, py`pipeline_version=${version ?? ''}, `)}vl_rec_model_dir=path${options(facts, target)})
    for result in pipeline.predict(${fill('your-document.pdf')}):
        result.print()
        result.save_to_json(save_path="output")
        result.save_to_markdown(save_path="output")
  `
  const notes: Note[] = []
  if (version === undefined)
    notes.push({ code: 'version-unknown', text: 'The name tells no version of the pipeline: the newest one is used.' })
  if (!target.isHuggingFace)
    notes.push({ code: 'endpoint-ignored', text: 'The model that finds the layout of a page is fetched by PaddleX, from its own hosts.' })
  return { drafts: [{ id: 'parse', title: 'Turn a document into Markdown', code: pythonBlock(target, code) }], notes }
}
