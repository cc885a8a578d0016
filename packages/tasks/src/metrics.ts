import type { Metric } from './detail.ts'

function up(id: string, name: string, description: string): Metric {
  return { id, name, description, better: 'higher' }
}

function down(id: string, name: string, description: string): Metric {
  return { id, name, description, better: 'lower' }
}

/** Metrics that several tasks share, or that take a paragraph to explain. A task picks from these and may override texts. */
export const metric = {
  accuracy: up(
    'accuracy',
    'Accuracy',
    'Share of all examples whose predicted class is the right one, from 0 to 1. Easy to read, and misleading when one class is rare: a model that never names it can still score high.',
  ),
  precision: up(
    'precision',
    'Precision',
    'Of everything the model put into a class, the share that belongs there: TP / (TP + FP). Watch it when a false alarm is expensive.',
  ),
  recall: up(
    'recall',
    'Recall',
    'Of everything that belongs to a class, the share that the model found: TP / (TP + FN). Watch it when a miss is expensive.',
  ),
  f1: up(
    'f1',
    'F1',
    'Harmonic mean of precision and recall: high only when both are. Averaged over classes evenly (macro) or by how often each occurs (weighted).',
  ),
  exactMatch: up(
    'exact-match',
    'Exact match',
    'Share of answers that equal a reference answer to the letter, after case, punctuation and articles are normalised. It gives no credit for an answer that is nearly right.',
  ),
  tokenF1: up(
    'f1',
    'F1 over words',
    'Overlap of words between the answer and the reference: precision is the share of words in the answer that are in the reference, recall the reverse. Gives partial credit where exact match gives none.',
  ),
  entityF1: up(
    'f1',
    'F1 over entities',
    'Computed over whole entities, not single tokens: an entity counts only when its borders and its type are both right.',
  ),
  crossEntropy: down(
    'cross_entropy',
    'Cross-entropy',
    'Average of the negative logarithm of the probability that the model gave to the token that was really there. 0 would mean that it was always certain and right.',
  ),
  perplexity: down(
    'perplexity',
    'Perplexity',
    'Exponential of the cross-entropy: among how many equally likely tokens the model hesitates on average. Only comparable between models that share a tokenizer.',
  ),
  bleu: up(
    'bleu',
    'BLEU',
    'Share of runs of one to four words in the output that also stand in a reference, times a penalty for output that is too short. Good for comparing systems on the same text, weak on a single sentence.',
  ),
  sacrebleu: up(
    'sacrebleu',
    'SacreBLEU',
    'BLEU with a fixed tokenisation and a printed signature, so that figures from different papers can be compared.',
  ),
  chrf: up(
    'chrf',
    'chrF',
    'F-score over runs of characters instead of words. Kinder to languages that inflect or compound, where one ending spoils a whole word for BLEU.',
  ),
  rouge: up(
    'rouge',
    'ROUGE',
    'Overlap with a reference text: of single words (ROUGE-1), of pairs (ROUGE-2) or of the longest common sequence (ROUGE-L). It counts words, so a faithful paraphrase scores low.',
  ),
  bertscore: up(
    'bertscore',
    'BERTScore',
    'Matches each word of the output with the most similar word of the reference by their embeddings. Recognises paraphrases that word overlap misses.',
  ),
  cider: up(
    'cider',
    'CIDEr',
    'Agreement of a caption with several human captions, where runs of words weigh more the rarer they are in the whole collection.',
  ),
  mrr: up(
    'Mean Reciprocal Rank',
    'Mean reciprocal rank',
    'One divided by the position of the first right result, averaged over queries: 1 when it always comes first, 0.5 when it comes second.',
  ),
  map: up(
    'Mean Average Precision',
    'Mean average precision',
    'For each query, precision at the position of every relevant result, averaged; then averaged over queries. Rewards putting all relevant results early.',
  ),
  ndcg: up(
    'Normalized Discounted Cumulative Gain',
    'NDCG',
    'Sum of the relevance of the results, each divided by the logarithm of its position, relative to the best possible order. Knows grades of relevance; usually cut at the first ten.',
  ),
  recallAtK: up(
    'recall-at-k',
    'Recall at k',
    'Share of the relevant documents that are among the first k results. What a later reranker can still use.',
  ),
  spearman: up(
    'spearmanr',
    'Spearman correlation',
    'Whether the model orders pairs as people do, whatever the scale of its scores. 1 is the same order, 0 is unrelated.',
  ),
  cosine: up(
    'Cosine Similarity',
    'Cosine similarity',
    'Cosine of the angle between two vectors: 1 for the same direction, 0 for unrelated ones. It compares two texts, and is what the other figures are computed from.',
  ),
  wer: down(
    'wer',
    'Word error rate',
    'Words that have to be replaced, deleted or inserted to get the reference, divided by the words of the reference. Can exceed 1. Normalise case, numbers and punctuation first, or the figure says little.',
  ),
  cer: down(
    'cer',
    'Character error rate',
    'As the word error rate, over characters. The one to use for languages that do not separate words by spaces.',
  ),
  mos: up(
    'mos',
    'Mean opinion score',
    'People rate samples from 1 (bad) to 5 (excellent), and the ratings are averaged. Costly, and still what counts for how natural a voice sounds.',
  ),
  mcd: down(
    'mel cepstral distortion',
    'Mel cepstral distortion',
    'Distance in decibels between the spectral shape of the generated speech and of a recording of the same sentence, after the two are aligned in time.',
  ),
  fad: down(
    'fad',
    'Fréchet audio distance',
    'Distance between the statistics of embeddings of generated and of real recordings. Needs no reference for each sample, but several hundred of them.',
  ),
  snri: up('snri', 'Signal-to-noise ratio improvement', 'How many decibels the ratio of wanted sound to noise rose from input to output.'),
  sdri: up(
    'sdri',
    'Signal-to-distortion ratio improvement',
    'As the improvement in signal-to-noise ratio, but artefacts and the other sources count as distortion, too. The usual figure for separating sources.',
  ),
  pesq: up('pesq', 'PESQ', 'Model of how people rate speech quality over a telephone line (ITU-T P.862), about 1 to 4.5.'),
  der: down(
    'der',
    'Detection error rate',
    'Time in false alarms plus time of missed speech, divided by the time of speech in the reference.',
  ),
  absRel: down(
    'AbsRel',
    'Absolute relative error',
    'Difference between predicted and true depth, divided by the true depth, averaged over pixels. 0.1 means about 10 % off.',
  ),
  rmse: down(
    'rmse',
    'Root mean squared error',
    'Root of the mean squared error: in the unit of the value itself, and dominated by the largest mistakes.',
  ),
  delta1: up('delta1', 'δ < 1.25', 'Share of pixels whose predicted depth is within a factor of 1.25 of the truth.'),
  topK: up(
    'top-K accuracy',
    'Top-k accuracy',
    'Share of examples whose true class is among the k classes with the highest scores. Top-1 is plain accuracy; top-5 forgives confusion between near neighbours.',
  ),
  ap: up(
    'Average Precision',
    'Average precision',
    'Area under the curve of precision over recall for one class, at one threshold of overlap (IoU) between prediction and truth.',
  ),
  detectionMap: up(
    'Mean Average Precision',
    'Mean average precision',
    'Average precision averaged over classes; in the COCO convention also over ten thresholds of overlap from 0.50 to 0.95. The figure most papers quote.',
  ),
  apAlpha: up(
    'APα',
    'AP at an overlap α',
    'Average precision where a prediction counts when its IoU with the truth is at least α: AP50 is lenient, AP75 asks for tight borders.',
  ),
  meanIou: up(
    'Mean Intersection over Union',
    'Mean IoU',
    'For each class, the area that prediction and truth share, divided by the area that either covers; averaged over classes.',
  ),
  iou: up(
    'Intersection over Union (IoU)',
    'IoU',
    'Area that a predicted mask shares with the true one, divided by the area that either covers: 1 is the same mask, 0 is none of it.',
  ),
  pq: up(
    'Panoptic Quality',
    'Panoptic quality',
    'Product of how well segments were found (an F1 over segments) and how well the found ones fit (their mean IoU).',
  ),
  inceptionScore: up(
    'IS',
    'Inception score',
    'High when a classifier is certain about each generated image and the images together cover many classes. Sees neither detail nor whether images are memorised.',
  ),
  fid: down(
    'FID',
    'Fréchet inception distance',
    'Distance between the statistics of features of generated and of real images. Needs thousands of images, and the same number of them to be comparable.',
  ),
  rPrecision: up(
    'R-Precision',
    'R-precision',
    'How often the true caption of a generated image is ranked first among wrong ones by a model that scores images against text.',
  ),
  clip: up(
    'CLIP',
    'CLIP score',
    'Cosine between the CLIP embeddings of the image and of the prompt: does the picture show what was asked for?',
  ),
  psnr: up(
    'PSNR',
    'Peak signal-to-noise ratio',
    'Mean squared error against a reference image, in decibels. Simple and strict; a shift by one pixel ruins it.',
  ),
  ssim: up(
    'SSIM',
    'Structural similarity',
    'Compares brightness, contrast and structure in small windows of two images: 1 is the same. Closer to the eye than PSNR.',
  ),
  lpips: down(
    'lpips',
    'LPIPS',
    'Distance between features of two images in a trained network. Follows human judgement better than measures on pixels.',
  ),
  fvd: down(
    'fvd',
    'Fréchet video distance',
    'As FID, with features of a network that was trained on video, so that motion counts as well as single frames.',
  ),
  clipSim: up('clipsim', 'CLIPSIM', 'CLIP score of each frame with the prompt, averaged over the video.'),
  identity: up(
    'identity_preservation',
    'Identity preservation',
    'Similarity between embeddings of the subject in the input picture and in the frames: does the person or thing stay the same?',
  ),
  motion: up(
    'motion_score',
    'Motion score',
    'Mean size of the optical flow between frames: tells a video from a still. More is not always better.',
  ),
  mse: down(
    'mse',
    'Mean squared error',
    'Mean of the squared differences between prediction and truth. Large errors weigh most; the unit is the square of the value.',
  ),
  mae: down(
    'mae',
    'Mean absolute error',
    'Mean size of the error, in the unit of the value. Less moved by a few outliers than the squared error.',
  ),
  r2: up(
    'r-squared',
    'R squared',
    'Share of the variance of the value that the model explains: 1 is perfect, 0 is no better than always predicting the mean, below 0 is worse.',
  ),
  anls: up(
    'anls',
    'ANLS',
    'Average normalised Levenshtein similarity: 1 for the exact answer, less for each character that differs, 0 when more than half does. Forgives small reading errors of the OCR.',
  ),
} as const satisfies Record<string, Metric>
