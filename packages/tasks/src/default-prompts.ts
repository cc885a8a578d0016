/** Prompts for models that make pictures, video and sound, where the card gives none. Ours; free to use. */
export const defaultPrompts = {
  /** Image generation. */
  textToImage: 'A lighthouse on a rocky coast at dusk, waves, oil painting',
  /** Image editing: what to change in a given picture. */
  imageToImage: 'Put a knitted blue cap on the cat',
  /** Video from a given picture: what moves. */
  imageToVideo: 'The cat yawns, stretches and walks out of the picture',
  /** Video from words alone. */
  textToVideo: 'A fishing boat leaves a small harbour at sunrise, gulls follow it',
  textToSpeech: 'The ferry to the islands leaves from quay three in ten minutes.',
  textToAudio: 'Slow accordion music with waves and a distant fog horn',
} as const
