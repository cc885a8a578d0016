export { attributesFor } from './file-attributes.ts'
export { openEntry, type OpenedFile, openFile } from './open-file.ts'
export { preupload, type PreuploadAnswer, type PreuploadFile } from './preupload.ts'
export { isBinary, type UploadMode, uploadModeOf } from './upload-mode.ts'
