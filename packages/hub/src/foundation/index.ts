/**
 * Foundation: storage and messaging. Database, blobs, contents (whole or in chunks), git objects,
 * facts of files, the caller, what happened (events) and who did it (audit), the queue of mail. Uses nothing from the layers above.
 */
export {}
