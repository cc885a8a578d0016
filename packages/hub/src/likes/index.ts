export { hasLiked, likeRepo, listLikers, listLikes, unlikeRepo } from './likes.ts'
