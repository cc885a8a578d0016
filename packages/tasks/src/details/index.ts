import type { TaskDetail } from '../detail.ts'
import type { TaskId } from '../pipeline-types.ts'
import { detail as anyToAny } from './any-to-any.ts'
import { detail as audioClassification } from './audio-classification.ts'
import { detail as audioTextToText } from './audio-text-to-text.ts'
import { detail as audioToAudio } from './audio-to-audio.ts'
import { detail as automaticSpeechRecognition } from './automatic-speech-recognition.ts'
import { detail as depthEstimation } from './depth-estimation.ts'
import { detail as documentQuestionAnswering } from './document-question-answering.ts'
import { detail as featureExtraction } from './feature-extraction.ts'
import { detail as fillMask } from './fill-mask.ts'
import { detail as graphMl } from './graph-ml.ts'
import { detail as imageClassification } from './image-classification.ts'
import { detail as imageFeatureExtraction } from './image-feature-extraction.ts'
import { detail as imageSegmentation } from './image-segmentation.ts'
import { detail as imageTextToImage } from './image-text-to-image.ts'
import { detail as imageTextToText } from './image-text-to-text.ts'
import { detail as imageTextToVideo } from './image-text-to-video.ts'
import { detail as imageTo3d } from './image-to-3d.ts'
import { detail as imageToImage } from './image-to-image.ts'
import { detail as imageToText } from './image-to-text.ts'
import { detail as imageToVideo } from './image-to-video.ts'
import { detail as keypointDetection } from './keypoint-detection.ts'
import { detail as maskGeneration } from './mask-generation.ts'
import { detail as multipleChoice } from './multiple-choice.ts'
import { detail as objectDetection } from './object-detection.ts'
import { detail as other } from './other.ts'
import { detail as questionAnswering } from './question-answering.ts'
import { detail as reinforcementLearning } from './reinforcement-learning.ts'
import { detail as robotics } from './robotics.ts'
import { detail as sentenceSimilarity } from './sentence-similarity.ts'
import { detail as summarization } from './summarization.ts'
import { detail as tableQuestionAnswering } from './table-question-answering.ts'
import { detail as tableToText } from './table-to-text.ts'
import { detail as tabularClassification } from './tabular-classification.ts'
import { detail as tabularRegression } from './tabular-regression.ts'
import { detail as tabularToText } from './tabular-to-text.ts'
import { detail as textClassification } from './text-classification.ts'
import { detail as textGeneration } from './text-generation.ts'
import { detail as textRanking } from './text-ranking.ts'
import { detail as textRetrieval } from './text-retrieval.ts'
import { detail as textTo3d } from './text-to-3d.ts'
import { detail as textToAudio } from './text-to-audio.ts'
import { detail as textToImage } from './text-to-image.ts'
import { detail as textToSpeech } from './text-to-speech.ts'
import { detail as textToVideo } from './text-to-video.ts'
import { detail as timeSeriesForecasting } from './time-series-forecasting.ts'
import { detail as tokenClassification } from './token-classification.ts'
import { detail as translation } from './translation.ts'
import { detail as unconditionalImageGeneration } from './unconditional-image-generation.ts'
import { detail as videoClassification } from './video-classification.ts'
import { detail as videoTextToText } from './video-text-to-text.ts'
import { detail as videoToVideo } from './video-to-video.ts'
import { detail as visualDocumentRetrieval } from './visual-document-retrieval.ts'
import { detail as visualQuestionAnswering } from './visual-question-answering.ts'
import { detail as voiceActivityDetection } from './voice-activity-detection.ts'
import { detail as zeroShotClassification } from './zero-shot-classification.ts'
import { detail as zeroShotImageClassification } from './zero-shot-image-classification.ts'
import { detail as zeroShotObjectDetection } from './zero-shot-object-detection.ts'

/**
 * The page of every task, in catalog order. A separate entry point (`@portolan/tasks/details`), so that importers that only need names and maps do
 * not load the texts.
 */
export const taskDetails: Readonly<Record<TaskId, TaskDetail>> = {
  'text-classification': textClassification,
  'token-classification': tokenClassification,
  'table-question-answering': tableQuestionAnswering,
  'question-answering': questionAnswering,
  'zero-shot-classification': zeroShotClassification,
  translation,
  summarization,
  'feature-extraction': featureExtraction,
  'text-generation': textGeneration,
  'fill-mask': fillMask,
  'sentence-similarity': sentenceSimilarity,
  'text-to-speech': textToSpeech,
  'text-to-audio': textToAudio,
  'automatic-speech-recognition': automaticSpeechRecognition,
  'audio-to-audio': audioToAudio,
  'audio-classification': audioClassification,
  'audio-text-to-text': audioTextToText,
  'voice-activity-detection': voiceActivityDetection,
  'depth-estimation': depthEstimation,
  'image-classification': imageClassification,
  'object-detection': objectDetection,
  'image-segmentation': imageSegmentation,
  'text-to-image': textToImage,
  'image-to-text': imageToText,
  'image-to-image': imageToImage,
  'image-to-video': imageToVideo,
  'unconditional-image-generation': unconditionalImageGeneration,
  'video-classification': videoClassification,
  'reinforcement-learning': reinforcementLearning,
  robotics,
  'tabular-classification': tabularClassification,
  'tabular-regression': tabularRegression,
  'tabular-to-text': tabularToText,
  'table-to-text': tableToText,
  'multiple-choice': multipleChoice,
  'text-ranking': textRanking,
  'text-retrieval': textRetrieval,
  'time-series-forecasting': timeSeriesForecasting,
  'text-to-video': textToVideo,
  'image-text-to-text': imageTextToText,
  'image-text-to-image': imageTextToImage,
  'image-text-to-video': imageTextToVideo,
  'visual-question-answering': visualQuestionAnswering,
  'document-question-answering': documentQuestionAnswering,
  'zero-shot-image-classification': zeroShotImageClassification,
  'graph-ml': graphMl,
  'mask-generation': maskGeneration,
  'zero-shot-object-detection': zeroShotObjectDetection,
  'text-to-3d': textTo3d,
  'image-to-3d': imageTo3d,
  'image-feature-extraction': imageFeatureExtraction,
  'video-text-to-text': videoTextToText,
  'keypoint-detection': keypointDetection,
  'visual-document-retrieval': visualDocumentRetrieval,
  'any-to-any': anyToAny,
  'video-to-video': videoToVideo,
  other,
}
