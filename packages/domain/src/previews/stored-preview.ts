import type { UtcMs } from '../time/units.ts';
import type { PreviewType } from './preview-file.ts';
import type { PreviewKey } from './preview-key.ts';

/** A page's uploaded file. */
export interface StoredPreview extends PreviewKey {
	readonly id: string;
	/** At most one per key; the public one. */
	readonly isActive: boolean;
	readonly mediaType: PreviewType;
	readonly bytes: number;
	/** SHA-256 of the file, in hex. */
	readonly hash: string;
	readonly createdAt: UtcMs;
	readonly updatedAt: UtcMs;
}
