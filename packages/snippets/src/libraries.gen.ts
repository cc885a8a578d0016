// Made by scripts/gen-libraries.ts from the files in libraries/; do not edit.
import type { Library } from './library.ts'
import { library as libPaddleOCR } from './libraries/PaddleOCR.ts'
import { library as libDescribeAnything } from './libraries/describe-anything.ts'
import { library as libDiaTts } from './libraries/dia-tts.ts'
import { library as libDia2 } from './libraries/dia2.ts'
import { library as libDiffInterpretationTuning } from './libraries/diff-interpretation-tuning.ts'
import { library as libDiffree } from './libraries/diffree.ts'
import { library as libDiffusers } from './libraries/diffusers.ts'
import { library as libDiffusionkit } from './libraries/diffusionkit.ts'
import { library as libDockingAtHome } from './libraries/docking-at-home.ts'
import { library as libDoctr } from './libraries/doctr.ts'
import { library as libEdsnlp } from './libraries/edsnlp.ts'
import { library as libElm } from './libraries/elm.ts'
import { library as libEncoderfile } from './libraries/encoderfile.ts'
import { library as libEspnet } from './libraries/espnet.ts'
import { library as libEupe } from './libraries/eupe.ts'
import { library as libFairseq } from './libraries/fairseq.ts'
import { library as libFastai } from './libraries/fastai.ts'
import { library as libFastprint } from './libraries/fastprint.ts'
import { library as libFasttext } from './libraries/fasttext.ts'
import { library as libFixer } from './libraries/fixer.ts'
import { library as libFlair } from './libraries/flair.ts'
import { library as libFlexray } from './libraries/flexray.ts'
import { library as libFlextab } from './libraries/flextab.ts'
import { library as libFme } from './libraries/fme.ts'
import { library as libGaussianformer } from './libraries/gaussianformer.ts'
import { library as libGemmaCpp } from './libraries/gemma.cpp.ts'
import { library as libGeometryCrafter } from './libraries/geometry-crafter.ts'
import { library as libGliformer } from './libraries/gliformer.ts'
import { library as libGliner } from './libraries/gliner.ts'
import { library as libGliner2 } from './libraries/gliner2.ts'
import { library as libGlmTts } from './libraries/glm-tts.ts'
import { library as libGlyphByt5 } from './libraries/glyph-byt5.ts'
import { library as libGraniteLibrary } from './libraries/granite-library.ts'
import { library as libGrok } from './libraries/grok.ts'
import { library as libHabibiTts } from './libraries/habibi-tts.ts'
import { library as libHallo } from './libraries/hallo.ts'
import { library as libHermes } from './libraries/hermes.ts'
import { library as libHezar } from './libraries/hezar.ts'
import { library as libHolomotion } from './libraries/holomotion.ts'
import { library as libHtrflow } from './libraries/htrflow.ts'
import { library as libHunyuanDit } from './libraries/hunyuan-dit.ts'
import { library as libHunyuan3d2 } from './libraries/hunyuan3d-2.ts'
import { library as libHunyuanworldVoyager } from './libraries/hunyuanworld-voyager.ts'
import { library as libHyWorld2 } from './libraries/hy-world-2.ts'
import { library as libHyWorldplay } from './libraries/hy-worldplay.ts'
import { library as libImageMatchingModels } from './libraries/image-matching-models.ts'
import { library as libImstoucan } from './libraries/imstoucan.ts'
import { library as libIndexTts } from './libraries/index-tts.ts'
import { library as libInfiniteYou } from './libraries/infinite-you.ts'
import { library as libInfinitetalk } from './libraries/infinitetalk.ts'
import { library as libIntellifold } from './libraries/intellifold.ts'
import { library as libIsingDecoding } from './libraries/ising-decoding.ts'
import { library as libJevStyle } from './libraries/jev-style.ts'
import { library as libKeras } from './libraries/keras.ts'
import { library as libKerasHub } from './libraries/keras-hub.ts'
import { library as libLlamaCppPython } from './libraries/llama-cpp-python.ts'
import { library as libMect } from './libraries/mect.ts'
import { library as libMinimaxH3 } from './libraries/minimax-h3.ts'
import { library as libOnnx } from './libraries/onnx.ts'
import { library as libOpenSora } from './libraries/open-sora.ts'
import { library as libOpenasr } from './libraries/openasr.ts'
import { library as libOpendde } from './libraries/opendde.ts'
import { library as libOpenpeerllm } from './libraries/openpeerllm.ts'
import { library as libOutetts } from './libraries/outetts.ts'
import { library as libPaddlenlp } from './libraries/paddlenlp.ts'
import { library as libPeft } from './libraries/peft.ts'
import { library as libPerceptionEncoder } from './libraries/perception-encoder.ts'
import { library as libPhantomWan } from './libraries/phantom-wan.ts'
import { library as libPiper } from './libraries/piper.ts'
import { library as libPocketTts } from './libraries/pocket-tts.ts'
import { library as libPrunaAi } from './libraries/pruna-ai.ts'
import { library as libPxia } from './libraries/pxia.ts'
import { library as libPyFeat } from './libraries/py-feat.ts'
import { library as libPyannoteAudio } from './libraries/pyannote-audio.ts'
import { library as libPythae } from './libraries/pythae.ts'
import { library as libQuantumpeer } from './libraries/quantumpeer.ts'
import { library as libQwen3Tts } from './libraries/qwen3_tts.ts'
import { library as libRecurrentgemma } from './libraries/recurrentgemma.ts'
import { library as libRefiners } from './libraries/refiners.ts'
import { library as libRelik } from './libraries/relik.ts'
import { library as libRenderformer } from './libraries/renderformer.ts'
import { library as libReverb } from './libraries/reverb.ts'
import { library as libRkllm } from './libraries/rkllm.ts'
import { library as libRoboOrchardLab } from './libraries/robo-orchard-lab.ts'
import { library as libRouteePowertrain } from './libraries/routee-powertrain.ts'
import { library as libRwkv } from './libraries/rwkv.ts'
import { library as libSaelens } from './libraries/saelens.ts'
import { library as libSam3dBody } from './libraries/sam-3d-body.ts'
import { library as libSam3dObjects } from './libraries/sam-3d-objects.ts'
import { library as libSam2 } from './libraries/sam2.ts'
import { library as libSame } from './libraries/same.ts'
import { library as libSampleFactory } from './libraries/sample-factory.ts'
import { library as libSapRpt1Oss } from './libraries/sap-rpt-1-oss.ts'
import { library as libSapiens } from './libraries/sapiens.ts'
import { library as libSapiens2 } from './libraries/sapiens2.ts'
import { library as libScail2 } from './libraries/scail-2.ts'
import { library as libSeedvr } from './libraries/seedvr.ts'
import { library as libSelfForcing } from './libraries/self-forcing.ts'
import { library as libSentenceTransformers } from './libraries/sentence-transformers.ts'
import { library as libSetfit } from './libraries/setfit.ts'
import { library as libShadow } from './libraries/shadow.ts'
import { library as libSklearn } from './libraries/sklearn.ts'
import { library as libSpacy } from './libraries/spacy.ts'
import { library as libSpanMarker } from './libraries/span-marker.ts'
import { library as libSpeechbrain } from './libraries/speechbrain.ts'
import { library as libSsrSpeech } from './libraries/ssr-speech.ts'
import { library as libTfKeras } from './libraries/tf-keras.ts'
import { library as libTimm } from './libraries/timm.ts'
import { library as libTransformers } from './libraries/transformers.ts'
import { library as libTransformersJs } from './libraries/transformers.js.ts'
import { library as libUltralytics } from './libraries/ultralytics.ts'

export const libraries: readonly Library[] = [
  libPaddleOCR,
  libDescribeAnything,
  libDiaTts,
  libDia2,
  libDiffInterpretationTuning,
  libDiffree,
  libDiffusers,
  libDiffusionkit,
  libDockingAtHome,
  libDoctr,
  libEdsnlp,
  libElm,
  libEncoderfile,
  libEspnet,
  libEupe,
  libFairseq,
  libFastai,
  libFastprint,
  libFasttext,
  libFixer,
  libFlair,
  libFlexray,
  libFlextab,
  libFme,
  libGaussianformer,
  libGemmaCpp,
  libGeometryCrafter,
  libGliformer,
  libGliner,
  libGliner2,
  libGlmTts,
  libGlyphByt5,
  libGraniteLibrary,
  libGrok,
  libHabibiTts,
  libHallo,
  libHermes,
  libHezar,
  libHolomotion,
  libHtrflow,
  libHunyuanDit,
  libHunyuan3d2,
  libHunyuanworldVoyager,
  libHyWorld2,
  libHyWorldplay,
  libImageMatchingModels,
  libImstoucan,
  libIndexTts,
  libInfiniteYou,
  libInfinitetalk,
  libIntellifold,
  libIsingDecoding,
  libJevStyle,
  libKeras,
  libKerasHub,
  libLlamaCppPython,
  libMect,
  libMinimaxH3,
  libOnnx,
  libOpenSora,
  libOpenasr,
  libOpendde,
  libOpenpeerllm,
  libOutetts,
  libPaddlenlp,
  libPeft,
  libPerceptionEncoder,
  libPhantomWan,
  libPiper,
  libPocketTts,
  libPrunaAi,
  libPxia,
  libPyFeat,
  libPyannoteAudio,
  libPythae,
  libQuantumpeer,
  libQwen3Tts,
  libRecurrentgemma,
  libRefiners,
  libRelik,
  libRenderformer,
  libReverb,
  libRkllm,
  libRoboOrchardLab,
  libRouteePowertrain,
  libRwkv,
  libSaelens,
  libSam3dBody,
  libSam3dObjects,
  libSam2,
  libSame,
  libSampleFactory,
  libSapRpt1Oss,
  libSapiens,
  libSapiens2,
  libScail2,
  libSeedvr,
  libSelfForcing,
  libSentenceTransformers,
  libSetfit,
  libShadow,
  libSklearn,
  libSpacy,
  libSpanMarker,
  libSpeechbrain,
  libSsrSpeech,
  libTfKeras,
  libTimm,
  libTransformers,
  libTransformersJs,
  libUltralytics,
]
