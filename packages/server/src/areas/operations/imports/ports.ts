import type { Caller } from '@sw/domain/access/caller';
import type { ImportAsked } from '../../../market/imports/import-job.ts';
import type { ImportPreview } from '../../../market/imports/preview-import.ts';
import type { Uploads } from '../../../market/imports/uploads.ts';
import type { Job } from '../../../platform/jobs/job.ts';
import type { AuditAct } from '../../audit-act.ts';

/** Options for reading a file, where given. */
export type Reading = Omit<ImportAsked['options'], 'dryRun'>;

export interface ImportsParts {
	readonly uploads: Pick<Uploads, 'add' | 'find' | 'remove'>;
	/** Checks a file without storing anything. */
	judge(path: string, reading: Reading): Promise<ImportPreview>;
	/** The requested lines of a table, by number from 1, and its total number of lines. */
	readLines(
		path: string,
		table: string,
		wanted: (line: number) => boolean,
	): Promise<{ readonly lines: readonly { readonly line: number; readonly text: string }[]; readonly total: number }>;
	/** Requests the import of a path. */
	submit(path: string, reading: Reading, by: string): Promise<Job>;
	/** Why this market accepts no files; undefined where it does. */
	whyNot(): string | undefined;
	readonly audit: AuditAct;
	/** The caller's e-mail address. */
	nameOf(caller: Caller): Promise<string>;
}
