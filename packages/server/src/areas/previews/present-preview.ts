import type { AnswerOf } from '@sw/contract/define';
import type { PreviewDocument, previews } from '@sw/contract/previews';
import type { StoredPreview } from '@sw/domain/previews/stored-preview';
import { isoSeconds } from '@sw/domain/time/format';

/** The editable fields. */
export const documentOf = ({ host, category, interval, ticker, marketcap, video, isActive }: StoredPreview): PreviewDocument => ({
	host,
	interval,
	category,
	ticker,
	marketcap: [...marketcap],
	video,
	is_active: isActive,
});

export const presentPreview = (preview: StoredPreview): AnswerOf<(typeof previews)['preview']> => ({
	id: preview.id,
	...documentOf(preview),
	media_type: preview.mediaType,
	bytes: preview.bytes,
	created: isoSeconds(preview.createdAt),
	updated: isoSeconds(preview.updatedAt),
});
