import { type Block, fill, lines, py } from '../code/index.ts'
import { defineLibrary, type Draft, type Note } from '../library.ts'
import type { ModelFacts } from '../facts/model-facts.ts'
import { pinnedFolder } from '../pinned-folder.ts'
import { pythonBlock } from '../preamble.ts'
import type { Target } from '../target.ts'

const platform: Note = { code: 'platform', text: 'It runs on the Neural Engine of Apple silicon.' }

/** @see https://aneforge.readthedocs.io — API of release 0.4 */
export const library = defineLibrary({
  id: 'aneforge',
  label: 'ANEForge',
  repo: 'https://github.com/sbryngelson/ANEForge',
  docs: 'https://aneforge.readthedocs.io',
  filter: false,
  downloads: 'default',
  names: { pypi: ['aneforge'] },
  install: (facts) => ({
    python: ['aneforge', 'transformers', 'torch', ...(facts.task === 'automatic-speech-recognition' ? ['soundfile'] : ['pillow'])],
  }),
  snippets: (facts, target) => ({ drafts: [draftOf(facts, target)], notes: facts.tags.has('resnet') ? [platform, resnets] : [platform] }),
})

const resnets: Note = { code: 'fixed-model', text: 'load_resnet takes the weights of torchvision by depth, not those of a repository.' }

function draftOf(facts: ModelFacts, target: Target): Draft {
  if (facts.task === 'text-generation') return writeText(facts, target)
  if (facts.task === 'zero-shot-image-classification' || facts.tags.has('clip')) return compareWithTexts(facts, target)
  if (facts.tags.has('resnet')) return resnet(facts, target)
  if (facts.task === 'image-classification') return classifyPicture(facts, target)
  if (facts.task === 'automatic-speech-recognition') return transcribe(facts, target)
  return embed(facts, target)
}

/** The imports, the code that downloads the files at a revision, and the rest, which loads from `source`. */
function assemble(facts: ModelFacts, target: Target, imports: Block, rest: (source: Block) => Block): Block {
  const { imports: own, fetch, source } = pinnedFolder(facts, target)
  return pythonBlock(target, lines('python', [lines('python', [imports, own]), lines('python', [fetch, rest(source)])], 1))
}

function writeText(facts: ModelFacts, target: Target): Draft {
  const imports = py`
    import aneforge as af
    from transformers import AutoTokenizer
  `
  const rest = (source: Block) => py`
    tokenizer = AutoTokenizer.from_pretrained(${source})
    model = af.load_llm(${source})
    ids = tokenizer.encode(${facts.widgetText ?? 'Once upon a time'})
    print(tokenizer.decode(model.generate(ids, max_new_tokens=20)))
  `
  return { id: 'generate', title: 'Generate text', code: assemble(facts, target, imports, rest) }
}

function compareWithTexts(facts: ModelFacts, target: Target): Draft {
  const imports = py`
    import aneforge as af
    from PIL import Image
  `
  const rest = (source: Block) => py`
    image = Image.open(${fill('your-image.jpg')}).convert("RGB")
    print(af.load_clip(${source}).classify(image, ["a ship", "a harbour", "a lighthouse"]))
  `
  return { id: 'compare', title: 'Compare a picture with texts', code: assemble(facts, target, imports, rest) }
}

function resnet(facts: ModelFacts, target: Target): Draft {
  const depth = /resnet-?(18|34|50|101)(?!\d)/i.exec(facts.name)?.[1] ?? '18'
  const code = py`
    import aneforge as af
    import numpy as np

    pixels = np.zeros((1, 3, 224, 224), dtype=np.float32)  # your picture, normalised as for ImageNet
    print(af.load_resnet(${Number(depth)})(pixels))
  `
  return { id: 'resnet', title: 'Run a ResNet', code: pythonBlock(target, code) }
}

function classifyPicture(facts: ModelFacts, target: Target): Draft {
  const imports = py`
    import aneforge as af
    from PIL import Image
  `
  const rest = (source: Block) => py`
    image = Image.open(${fill('your-image.jpg')}).convert("RGB")
    print(af.load_vit(${source}).classify(image))
  `
  return { id: 'classify', title: 'Classify a picture', code: assemble(facts, target, imports, rest) }
}

function transcribe(facts: ModelFacts, target: Target): Draft {
  const imports = py`
    import aneforge as af
    import soundfile as sf
  `
  const rest = (source: Block) => py`
    audio, _ = sf.read(${fill('your-audio.wav')}, dtype="float32")  # one channel at 16 kHz
    print(af.load_whisper(${source}).transcribe(audio))
  `
  return { id: 'transcribe', title: 'Transcribe a recording', code: assemble(facts, target, imports, rest) }
}

function embed(facts: ModelFacts, target: Target): Draft {
  const imports = py`from aneforge.sentence_transformers import SentenceTransformer`
  const rest = (source: Block) => py`
    model = SentenceTransformer(${source})
    embeddings = model.encode([${facts.widgetText ?? 'A calm sea'}], normalize_embeddings=True)
    print(embeddings.shape)
  `
  return { id: 'embed', title: 'Embed a text', code: assemble(facts, target, imports, rest) }
}
