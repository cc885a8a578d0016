/** Prompts for models that generate images, video and audio, for cards without one. Ours; free to use. */
export const defaultPrompts = {
  /** Image generation. */
  textToImage: 'A lighthouse on a rocky coast at dusk, waves, oil painting',
  /** Image editing: the change to make to a given image. */
  imageToImage: 'Put a knitted blue cap on the cat',
  /** Image to video: the motion to add. */
  imageToVideo: 'The cat yawns, stretches and walks out of the picture',
  /** Text to video. */
  textToVideo: 'A fishing boat leaves a small harbour at sunrise, gulls follow it',
  textToSpeech: 'The ferry to the islands leaves from quay three in ten minutes.',
  textToAudio: 'Slow accordion music with waves and a distant fog horn',
} as const
