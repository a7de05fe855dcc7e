import type { PreviewKey } from '@sw/domain/previews/preview-key';
import type { StoredPreview } from '@sw/domain/previews/stored-preview';
import type { AuditAct } from '../audit-act.ts';
import type { DrawingParts } from './drawing/parts.ts';
import type { PreviewFiles } from './preview-files.ts';

/** Storage of uploaded previews. */
export interface PreviewRecords {
	/** Newest first. */
	page(part: { skip: number; max: number }): Promise<{ items: StoredPreview[]; total: number }>;
	byId(id: string): Promise<StoredPreview | undefined>;
	/** The active preview of a key. */
	active(key: PreviewKey): Promise<StoredPreview | undefined>;
	/** An active preview replaces the previous one of its key. */
	add(preview: StoredPreview): Promise<void>;
	/** Changes one preview exclusively. If `change` throws, nothing is changed. Undefined where there is none of that ID. */
	change(
		id: string,
		change: (before: StoredPreview) => StoredPreview,
	): Promise<{ before: StoredPreview; after: StoredPreview } | undefined>;
}

export interface PreviewsParts extends DrawingParts {
	readonly records: PreviewRecords;
	readonly files: PreviewFiles;
	readonly uuid: () => string;
	readonly audit: AuditAct;
}
