export { indexRepo, reindexName, reindexVisibility, type CatalogueEntry } from './index-repo.ts'
