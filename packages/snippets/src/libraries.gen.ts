// Made by scripts/gen-libraries.ts from the files in libraries/; do not edit.
import type { Library } from './library.ts'
import { library as libDiffusers } from './libraries/diffusers.ts'
import { library as libKerasHub } from './libraries/keras-hub.ts'
import { library as libLlamaCppPython } from './libraries/llama-cpp-python.ts'
import { library as libOnnx } from './libraries/onnx.ts'
import { library as libPeft } from './libraries/peft.ts'
import { library as libSentenceTransformers } from './libraries/sentence-transformers.ts'
import { library as libSklearn } from './libraries/sklearn.ts'
import { library as libSpacy } from './libraries/spacy.ts'
import { library as libTimm } from './libraries/timm.ts'
import { library as libTransformers } from './libraries/transformers.ts'
import { library as libTransformersJs } from './libraries/transformers.js.ts'
import { library as libUltralytics } from './libraries/ultralytics.ts'

export const libraries: readonly Library[] = [
  libDiffusers,
  libKerasHub,
  libLlamaCppPython,
  libOnnx,
  libPeft,
  libSentenceTransformers,
  libSklearn,
  libSpacy,
  libTimm,
  libTransformers,
  libTransformersJs,
  libUltralytics,
]
