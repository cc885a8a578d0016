// Made by scripts/gen-libraries.ts from the files in libraries/; do not edit.
import type { Library } from './library.ts'
import { library as libDescribeAnything } from './libraries/describe-anything.ts'
import { library as libDiaTts } from './libraries/dia-tts.ts'
import { library as libDia2 } from './libraries/dia2.ts'
import { library as libDiffusers } from './libraries/diffusers.ts'
import { library as libDiffusionkit } from './libraries/diffusionkit.ts'
import { library as libEdsnlp } from './libraries/edsnlp.ts'
import { library as libEspnet } from './libraries/espnet.ts'
import { library as libFairseq } from './libraries/fairseq.ts'
import { library as libFastai } from './libraries/fastai.ts'
import { library as libFasttext } from './libraries/fasttext.ts'
import { library as libFlair } from './libraries/flair.ts'
import { library as libFlexray } from './libraries/flexray.ts'
import { library as libFlextab } from './libraries/flextab.ts'
import { library as libGaussianformer } from './libraries/gaussianformer.ts'
import { library as libGliner } from './libraries/gliner.ts'
import { library as libGliner2 } from './libraries/gliner2.ts'
import { library as libHtrflow } from './libraries/htrflow.ts'
import { library as libIndexTts } from './libraries/index-tts.ts'
import { library as libJevStyle } from './libraries/jev-style.ts'
import { library as libKeras } from './libraries/keras.ts'
import { library as libKerasHub } from './libraries/keras-hub.ts'
import { library as libLlamaCppPython } from './libraries/llama-cpp-python.ts'
import { library as libOnnx } from './libraries/onnx.ts'
import { library as libPeft } from './libraries/peft.ts'
import { library as libSentenceTransformers } from './libraries/sentence-transformers.ts'
import { library as libSklearn } from './libraries/sklearn.ts'
import { library as libSpacy } from './libraries/spacy.ts'
import { library as libTfKeras } from './libraries/tf-keras.ts'
import { library as libTimm } from './libraries/timm.ts'
import { library as libTransformers } from './libraries/transformers.ts'
import { library as libTransformersJs } from './libraries/transformers.js.ts'
import { library as libUltralytics } from './libraries/ultralytics.ts'

export const libraries: readonly Library[] = [
  libDescribeAnything,
  libDiaTts,
  libDia2,
  libDiffusers,
  libDiffusionkit,
  libEdsnlp,
  libEspnet,
  libFairseq,
  libFastai,
  libFasttext,
  libFlair,
  libFlexray,
  libFlextab,
  libGaussianformer,
  libGliner,
  libGliner2,
  libHtrflow,
  libIndexTts,
  libJevStyle,
  libKeras,
  libKerasHub,
  libLlamaCppPython,
  libOnnx,
  libPeft,
  libSentenceTransformers,
  libSklearn,
  libSpacy,
  libTfKeras,
  libTimm,
  libTransformers,
  libTransformersJs,
  libUltralytics,
]
