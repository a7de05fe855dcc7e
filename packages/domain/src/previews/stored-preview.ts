import type { UtcMs } from '../time/units.ts';
import type { PreviewType } from './preview-file.ts';
import type { PreviewKey } from './preview-key.ts';

/** What was uploaded for a page. */
export interface StoredPreview extends PreviewKey {
	readonly id: string;
	/** Of one key one at most; it is what the public sees. */
	readonly isActive: boolean;
	readonly mediaType: PreviewType;
	readonly bytes: number;
	/** SHA-256 of the file, in hex. */
	readonly hash: string;
	readonly createdAt: UtcMs;
	readonly updatedAt: UtcMs;
}
