export { countLikes, hasLiked, type LikePage, likeRepo, listLikers, listLikes, unlikeRepo } from './likes.ts'
