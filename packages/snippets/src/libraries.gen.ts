// Made by scripts/gen-libraries.ts from the files in libraries/; do not edit.
import type { Library } from './library.ts'
import { library as lib3dtopiaXl } from './libraries/3dtopia-xl.ts'
import { library as libPaddleOCR } from './libraries/PaddleOCR.ts'
import { library as libAcestep } from './libraries/acestep.ts'
import { library as libAdapterTransformers } from './libraries/adapter-transformers.ts'
import { library as libAllennlp } from './libraries/allennlp.ts'
import { library as libAneforge } from './libraries/aneforge.ts'
import { library as libAnemoi } from './libraries/anemoi.ts'
import { library as libAraclip } from './libraries/araclip.ts'
import { library as libAsteroid } from './libraries/asteroid.ts'
import { library as libAudiocraft } from './libraries/audiocraft.ts'
import { library as libAudioseal } from './libraries/audioseal.ts'
import { library as libAviationNer } from './libraries/aviation-ner.ts'
import { library as libBagelMot } from './libraries/bagel-mot.ts'
import { library as libBboxmaskpose } from './libraries/bboxmaskpose.ts'
import { library as libBen2 } from './libraries/ben2.ts'
import { library as libBertopic } from './libraries/bertopic.ts'
import { library as libBigVision } from './libraries/big_vision.ts'
import { library as libBionemo } from './libraries/bionemo.ts'
import { library as libBirder } from './libraries/birder.ts'
import { library as libBirefnet } from './libraries/birefnet.ts'
import { library as libBm25s } from './libraries/bm25s.ts'
import { library as libBoltzgen } from './libraries/boltzgen.ts'
import { library as libCancertathomev2 } from './libraries/cancertathomev2.ts'
import { library as libCartesiaMlx } from './libraries/cartesia_mlx.ts'
import { library as libCartesiaPytorch } from './libraries/cartesia_pytorch.ts'
import { library as libCausilo } from './libraries/causilo.ts'
import { library as libCcpfn } from './libraries/ccpfn.ts'
import { library as libChamp } from './libraries/champ.ts'
import { library as libChaossim } from './libraries/chaossim.ts'
import { library as libChatTts } from './libraries/chat_tts.ts'
import { library as libChatterbox } from './libraries/chatterbox.ts'
import { library as libChexmix } from './libraries/chexmix.ts'
import { library as libChronosForecasting } from './libraries/chronos-forecasting.ts'
import { library as libClara } from './libraries/clara.ts'
import { library as libClipscope } from './libraries/clipscope.ts'
import { library as libCloudAgents } from './libraries/cloud-agents.ts'
import { library as libColipri } from './libraries/colipri.ts'
import { library as libCollectorvision } from './libraries/collectorvision.ts'
import { library as libColpali } from './libraries/colpali.ts'
import { library as libComet } from './libraries/comet.ts'
import { library as libCortiq } from './libraries/cortiq.ts'
import { library as libCosmos } from './libraries/cosmos.ts'
import { library as libCosyvoice } from './libraries/cosyvoice.ts'
import { library as libCotracker } from './libraries/cotracker.ts'
import { library as libCxrFoundation } from './libraries/cxr-foundation.ts'
import { library as libDeepforest } from './libraries/deepforest.ts'
import { library as libDepthAnythingV2 } from './libraries/depth-anything-v2.ts'
import { library as libDepthPro } from './libraries/depth-pro.ts'
import { library as libDermFoundation } from './libraries/derm-foundation.ts'
import { library as libDescribeAnything } from './libraries/describe-anything.ts'
import { library as libDiaTts } from './libraries/dia-tts.ts'
import { library as libDia2 } from './libraries/dia2.ts'
import { library as libDiffInterpretationTuning } from './libraries/diff-interpretation-tuning.ts'
import { library as libDiffree } from './libraries/diffree.ts'
import { library as libDiffusers } from './libraries/diffusers.ts'
import { library as libDiffusionSingleFile } from './libraries/diffusion-single-file.ts'
import { library as libDiffusionkit } from './libraries/diffusionkit.ts'
import { library as libDockingAtHome } from './libraries/docking-at-home.ts'
import { library as libDoctr } from './libraries/doctr.ts'
import { library as libEdsnlp } from './libraries/edsnlp.ts'
import { library as libElm } from './libraries/elm.ts'
import { library as libEncoderfile } from './libraries/encoderfile.ts'
import { library as libEspnet } from './libraries/espnet.ts'
import { library as libEupe } from './libraries/eupe.ts'
import { library as libF5Tts } from './libraries/f5-tts.ts'
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
import { library as libGenmo } from './libraries/genmo.ts'
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
import { library as libK2 } from './libraries/k2.ts'
import { library as libKeras } from './libraries/keras.ts'
import { library as libKerasHub } from './libraries/keras-hub.ts'
import { library as libKernels } from './libraries/kernels.ts'
import { library as libKimiAudio } from './libraries/kimi-audio.ts'
import { library as libKittentts } from './libraries/kittentts.ts'
import { library as libKronos } from './libraries/kronos.ts'
import { library as libLagernvs } from './libraries/lagernvs.ts'
import { library as libLaya } from './libraries/laya.ts'
import { library as libLerobot } from './libraries/lerobot.ts'
import { library as libLightglue } from './libraries/lightglue.ts'
import { library as libLightningIr } from './libraries/lightning-ir.ts'
import { library as libLitert } from './libraries/litert.ts'
import { library as libLitertLm } from './libraries/litert-lm.ts'
import { library as libLiveportrait } from './libraries/liveportrait.ts'
import { library as libLlamaCppPython } from './libraries/llama-cpp-python.ts'
import { library as libLongcatVideoAvatar15 } from './libraries/longcat-video-avatar-1.5.ts'
import { library as libLtx } from './libraries/ltx.ts'
import { library as libLvface } from './libraries/lvface.ts'
import { library as libLyra20 } from './libraries/lyra-2.0.ts'
import { library as libMagentaRealtime } from './libraries/magenta-realtime.ts'
import { library as libMagentaRealtime2 } from './libraries/magenta-realtime-2.ts'
import { library as libMagi1 } from './libraries/magi-1.ts'
import { library as libMambaSsm } from './libraries/mamba-ssm.ts'
import { library as libManas1 } from './libraries/manas-1.ts'
import { library as libMars5Tts } from './libraries/mars5-tts.ts'
import { library as libMatanyone } from './libraries/matanyone.ts'
import { library as libMect } from './libraries/mect.ts'
import { library as libMedvae } from './libraries/medvae.ts'
import { library as libMemra } from './libraries/memra.ts'
import { library as libMerlin } from './libraries/merlin.ts'
import { library as libMeshAnything } from './libraries/mesh-anything.ts'
import { library as libMflux } from './libraries/mflux.ts'
import { library as libMicroduck } from './libraries/microduck.ts'
import { library as libMindspore } from './libraries/mindspore.ts'
import { library as libMiniOmni2 } from './libraries/mini-omni2.ts'
import { library as libMinimaxH3 } from './libraries/minimax-h3.ts'
import { library as libMitie } from './libraries/mitie.ts'
import { library as libMlAgents } from './libraries/ml-agents.ts'
import { library as libMlSharp } from './libraries/ml-sharp.ts'
import { library as libMlcLlm } from './libraries/mlc-llm.ts'
import { library as libMlx } from './libraries/mlx.ts'
import { library as libMlxImage } from './libraries/mlx-image.ts'
import { library as libMobilint } from './libraries/mobilint.ts'
import { library as libModel2vec } from './libraries/model2vec.ts'
import { library as libMonkeyocr } from './libraries/monkeyocr.ts'
import { library as libMontrealForcedAligner } from './libraries/montreal-forced-aligner.ts'
import { library as libMoshi } from './libraries/moshi.ts'
import { library as libMtvcraft } from './libraries/mtvcraft.ts'
import { library as libMultimolecule } from './libraries/multimolecule.ts'
import { library as libNemo } from './libraries/nemo.ts'
import { library as libNinfer } from './libraries/ninfer.ts'
import { library as libNobg } from './libraries/nobg.ts'
import { library as libNvMedtech } from './libraries/nv-medtech.ts'
import { library as libOnnx } from './libraries/onnx.ts'
import { library as libOpenOasis } from './libraries/open-oasis.ts'
import { library as libOpenSora } from './libraries/open-sora.ts'
import { library as libOpenClip } from './libraries/open_clip.ts'
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
import { library as libSafetensors } from './libraries/safetensors.ts'
import { library as libSam3dBody } from './libraries/sam-3d-body.ts'
import { library as libSam3dObjects } from './libraries/sam-3d-objects.ts'
import { library as libSam2 } from './libraries/sam2.ts'
import { library as libSame } from './libraries/same.ts'
import { library as libSampleFactory } from './libraries/sample-factory.ts'
import { library as libSana } from './libraries/sana.ts'
import { library as libSapRpt1Oss } from './libraries/sap-rpt-1-oss.ts'
import { library as libSapiens } from './libraries/sapiens.ts'
import { library as libSapiens2 } from './libraries/sapiens2.ts'
import { library as libScail2 } from './libraries/scail-2.ts'
import { library as libSeedStory } from './libraries/seed-story.ts'
import { library as libSeedvr } from './libraries/seedvr.ts'
import { library as libSelfForcing } from './libraries/self-forcing.ts'
import { library as libSentenceTransformers } from './libraries/sentence-transformers.ts'
import { library as libSetfit } from './libraries/setfit.ts'
import { library as libShadow } from './libraries/shadow.ts'
import { library as libSkala } from './libraries/skala.ts'
import { library as libSklearn } from './libraries/sklearn.ts'
import { library as libSoloaudio } from './libraries/soloaudio.ts'
import { library as libSongbloom } from './libraries/songbloom.ts'
import { library as libSpacy } from './libraries/spacy.ts'
import { library as libSpanMarker } from './libraries/span-marker.ts'
import { library as libSpeechbrain } from './libraries/speechbrain.ts'
import { library as libSsrSpeech } from './libraries/ssr-speech.ts'
import { library as libStableAudio3 } from './libraries/stable-audio-3.ts'
import { library as libStableAudioTools } from './libraries/stable-audio-tools.ts'
import { library as libStableBaselines3 } from './libraries/stable-baselines3.ts'
import { library as libStanza } from './libraries/stanza.ts'
import { library as libSupertonic } from './libraries/supertonic.ts'
import { library as libSwarmformer } from './libraries/swarmformer.ts'
import { library as libSynthefyMigas } from './libraries/synthefy-migas.ts'
import { library as libTabpfn } from './libraries/tabpfn.ts'
import { library as libTencentSongGeneration } from './libraries/tencent-song-generation.ts'
import { library as libTensorflowtts } from './libraries/tensorflowtts.ts'
import { library as libTensorrt } from './libraries/tensorrt.ts'
import { library as libTerratorch } from './libraries/terratorch.ts'
import { library as libTfKeras } from './libraries/tf-keras.ts'
import { library as libTicClip } from './libraries/tic-clip.ts'
import { library as libTimeeTs } from './libraries/timee-ts.ts'
import { library as libTimesfm } from './libraries/timesfm.ts'
import { library as libTimm } from './libraries/timm.ts'
import { library as libTirex } from './libraries/tirex.ts'
import { library as libTirex2 } from './libraries/tirex-2.ts'
import { library as libTokenizers } from './libraries/tokenizers.ts'
import { library as libTorchgeo } from './libraries/torchgeo.ts'
import { library as libTransformers } from './libraries/transformers.ts'
import { library as libTransformersJs } from './libraries/transformers.js.ts'
import { library as libTrellis } from './libraries/trellis.ts'
import { library as libTrellis2 } from './libraries/trellis2.ts'
import { library as libTunejury } from './libraries/tunejury.ts'
import { library as libUltralytics } from './libraries/ultralytics.ts'
import { library as libUni3dar } from './libraries/uni-3dar.ts'
import { library as libUnitySentis } from './libraries/unity-sentis.ts'
import { library as libUniva } from './libraries/univa.ts'
import { library as libVfiMamba } from './libraries/vfi-mamba.ts'
import { library as libVibevoice } from './libraries/vibevoice.ts'
import { library as libVideoprism } from './libraries/videoprism.ts'
import { library as libVideoxFun } from './libraries/videox_fun.ts'
import { library as libVismatch } from './libraries/vismatch.ts'
import { library as libVoicecraft } from './libraries/voicecraft.ts'
import { library as libVoxcpm } from './libraries/voxcpm.ts'
import { library as libVqweb } from './libraries/vqweb.ts'
import { library as libVui } from './libraries/vui.ts'
import { library as libWan22 } from './libraries/wan2.2.ts'
import { library as libWham } from './libraries/wham.ts'
import { library as libWhisperkit } from './libraries/whisperkit.ts'
import { library as libYolov10 } from './libraries/yolov10.ts'
import { library as libYolov26 } from './libraries/yolov26.ts'
import { library as libZeromodels } from './libraries/zeromodels.ts'
import { library as libZonos } from './libraries/zonos.ts'

export const libraries: readonly Library[] = [
  lib3dtopiaXl,
  libPaddleOCR,
  libAcestep,
  libAdapterTransformers,
  libAllennlp,
  libAneforge,
  libAnemoi,
  libAraclip,
  libAsteroid,
  libAudiocraft,
  libAudioseal,
  libAviationNer,
  libBagelMot,
  libBboxmaskpose,
  libBen2,
  libBertopic,
  libBigVision,
  libBionemo,
  libBirder,
  libBirefnet,
  libBm25s,
  libBoltzgen,
  libCancertathomev2,
  libCartesiaMlx,
  libCartesiaPytorch,
  libCausilo,
  libCcpfn,
  libChamp,
  libChaossim,
  libChatTts,
  libChatterbox,
  libChexmix,
  libChronosForecasting,
  libClara,
  libClipscope,
  libCloudAgents,
  libColipri,
  libCollectorvision,
  libColpali,
  libComet,
  libCortiq,
  libCosmos,
  libCosyvoice,
  libCotracker,
  libCxrFoundation,
  libDeepforest,
  libDepthAnythingV2,
  libDepthPro,
  libDermFoundation,
  libDescribeAnything,
  libDiaTts,
  libDia2,
  libDiffInterpretationTuning,
  libDiffree,
  libDiffusers,
  libDiffusionSingleFile,
  libDiffusionkit,
  libDockingAtHome,
  libDoctr,
  libEdsnlp,
  libElm,
  libEncoderfile,
  libEspnet,
  libEupe,
  libF5Tts,
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
  libGenmo,
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
  libK2,
  libKeras,
  libKerasHub,
  libKernels,
  libKimiAudio,
  libKittentts,
  libKronos,
  libLagernvs,
  libLaya,
  libLerobot,
  libLightglue,
  libLightningIr,
  libLitert,
  libLitertLm,
  libLiveportrait,
  libLlamaCppPython,
  libLongcatVideoAvatar15,
  libLtx,
  libLvface,
  libLyra20,
  libMagentaRealtime,
  libMagentaRealtime2,
  libMagi1,
  libMambaSsm,
  libManas1,
  libMars5Tts,
  libMatanyone,
  libMect,
  libMedvae,
  libMemra,
  libMerlin,
  libMeshAnything,
  libMflux,
  libMicroduck,
  libMindspore,
  libMiniOmni2,
  libMinimaxH3,
  libMitie,
  libMlAgents,
  libMlSharp,
  libMlcLlm,
  libMlx,
  libMlxImage,
  libMobilint,
  libModel2vec,
  libMonkeyocr,
  libMontrealForcedAligner,
  libMoshi,
  libMtvcraft,
  libMultimolecule,
  libNemo,
  libNinfer,
  libNobg,
  libNvMedtech,
  libOnnx,
  libOpenOasis,
  libOpenSora,
  libOpenClip,
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
  libSafetensors,
  libSam3dBody,
  libSam3dObjects,
  libSam2,
  libSame,
  libSampleFactory,
  libSana,
  libSapRpt1Oss,
  libSapiens,
  libSapiens2,
  libScail2,
  libSeedStory,
  libSeedvr,
  libSelfForcing,
  libSentenceTransformers,
  libSetfit,
  libShadow,
  libSkala,
  libSklearn,
  libSoloaudio,
  libSongbloom,
  libSpacy,
  libSpanMarker,
  libSpeechbrain,
  libSsrSpeech,
  libStableAudio3,
  libStableAudioTools,
  libStableBaselines3,
  libStanza,
  libSupertonic,
  libSwarmformer,
  libSynthefyMigas,
  libTabpfn,
  libTencentSongGeneration,
  libTensorflowtts,
  libTensorrt,
  libTerratorch,
  libTfKeras,
  libTicClip,
  libTimeeTs,
  libTimesfm,
  libTimm,
  libTirex,
  libTirex2,
  libTokenizers,
  libTorchgeo,
  libTransformers,
  libTransformersJs,
  libTrellis,
  libTrellis2,
  libTunejury,
  libUltralytics,
  libUni3dar,
  libUnitySentis,
  libUniva,
  libVfiMamba,
  libVibevoice,
  libVideoprism,
  libVideoxFun,
  libVismatch,
  libVoicecraft,
  libVoxcpm,
  libVqweb,
  libVui,
  libWan22,
  libWham,
  libWhisperkit,
  libYolov10,
  libYolov26,
  libZeromodels,
  libZonos,
]
