/**
 * Products: features built on repos. Inference, Spaces, dataset previews, semantic search, sign-in to other applications, webhooks, sending mail.
 */
export {}
