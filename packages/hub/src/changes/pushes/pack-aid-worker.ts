import { aidPack, type PackAidJob } from '@portolan/git'
import { serveJobs } from '@portolan/sandbox'

/* The second thread of a large push: see {@link aidPack}. It is started by the first, and ends with it. */
serveJobs<PackAidJob, null>((job) => {
  aidPack(job)
  return null
})
