// Made by scripts/gen-libraries.ts from the files in libraries/; do not edit.
import type { Library } from './library.ts'
import { library as diffusers } from './libraries/diffusers.ts'
import { library as gguf } from './libraries/gguf.ts'
import { library as kerasHub } from './libraries/keras-hub.ts'
import { library as onnx } from './libraries/onnx.ts'
import { library as peft } from './libraries/peft.ts'
import { library as sentenceTransformers } from './libraries/sentence-transformers.ts'
import { library as sklearn } from './libraries/sklearn.ts'
import { library as spacy } from './libraries/spacy.ts'
import { library as timm } from './libraries/timm.ts'
import { library as transformers } from './libraries/transformers.ts'
import { library as transformersJs } from './libraries/transformers.js.ts'
import { library as ultralytics } from './libraries/ultralytics.ts'

export const libraries: readonly Library[] = [
  diffusers,
  gguf,
  kerasHub,
  onnx,
  peft,
  sentenceTransformers,
  sklearn,
  spacy,
  timm,
  transformers,
  transformersJs,
  ultralytics,
]
