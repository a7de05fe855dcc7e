import type { EXPORT_FORMATS } from '@sw/contract/signals/sector-charts';
import { exportWords as words } from './export-words.ts';
import css from './record.module.css';

type Format = (typeof EXPORT_FORMATS)[number];
const FORMATS = ['csv', 'xlsx', 'json', 'parquet', 'arrow'] as const satisfies readonly Format[];

/** Links to files with all rows, because the screen shows them only page by page. */
export function ExportLinks({ urlOf, label = words.takeAway }: { urlOf: (format: Format) => string; label?: string }) {
	return (
		<p className={css['files']}>
			{label}{' '}
			{FORMATS.map((format) => (
				<a key={format} href={urlOf(format)} download>
					{words.formats[format]}
				</a>
			))}
		</p>
	);
}
