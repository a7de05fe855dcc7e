import type { Queries } from '@sw/store/postgres/records/bind-queries';
import type * as previews from '@sw/store/postgres/records/outreach/previews';
import type { AuditAct } from '../audit-act.ts';
import type { DrawingParts } from './drawing/picture-cache.ts';
import type { PreviewFiles } from './preview-files.ts';

/** Storage of uploaded previews. */
export type PreviewRecords = Queries<typeof previews>;

export interface PreviewsParts extends DrawingParts {
	readonly records: PreviewRecords;
	readonly files: PreviewFiles;
	readonly uuid: () => string;
	readonly audit: AuditAct;
}
