import { pageText } from './page-text.ts';
import css from './previews.module.css';
import { fileOf, type Preview } from './queries.ts';
import { previewWords as words } from './words.ts';

/** The file itself: a picture, or a video that isn't playing. */
export function PreviewMedia({ preview, small = false }: { preview: Preview; small?: boolean }) {
	const classes = small ? css['small'] : css['large'];
	const alt = words.alt(pageText(preview));
	return preview.video ? (
		<video
			className={classes}
			src={fileOf(preview)}
			aria-label={alt}
			preload="metadata"
			muted
			controls={!small}
			tabIndex={small ? -1 : 0}
		/>
	) : (
		<img className={classes} src={fileOf(preview)} alt={alt} loading="lazy" />
	);
}
