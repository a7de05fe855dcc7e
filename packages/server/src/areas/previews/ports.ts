import type { PreviewKey } from '@sw/domain/previews/preview-key';
import type { StoredPreview } from '@sw/domain/previews/stored-preview';
import type { AuditAct } from '../audit-act.ts';
import type { DrawingParts } from './drawing/parts.ts';
import type { PreviewFiles } from './preview-files.ts';

/** What was uploaded, as it is kept. */
export interface PreviewRecords {
	/** Newest first. */
	page(part: { skip: number; max: number }): Promise<{ items: StoredPreview[]; total: number }>;
	byId(id: string): Promise<StoredPreview | undefined>;
	/** The one that is shown for a key. */
	active(key: PreviewKey): Promise<StoredPreview | undefined>;
	/** Where it is active it takes the place of the one of its key. */
	add(preview: StoredPreview): Promise<void>;
	/** Makes of one what `change` says, alone; what it throws is thrown and nothing changed. Undefined where there is none of that id. */
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
