import { Link, type LinkProps } from '@tanstack/react-router';
import type { WorkspaceHead } from '../../lib/api/types.ts';
import { etDateTime, msOf } from '../../lib/format/times.ts';
import { EtTime } from '../et-time.tsx';
import { Notice } from '../states/notice.tsx';
import css from './archived-notice.module.css';
import { archivedWords as words } from './archived-words.ts';

export interface ArchivedProps {
	/** Time of the report in the URL. */
	report: string;
	/** Facts about the report; undefined while loading. */
	head: WorkspaceHead | undefined;
	/** Returns the link to the same page with another version of the report. Undefined is the newest version. */
	versionLink: (version: number | undefined) => LinkProps;
	latestLink: LinkProps;
}

/** Says that a past report is open, names its version, and links to the newest report. */
export function ArchivedLines({ report, head, versionLink, latestLink }: ArchivedProps) {
	const reportMs = msOf(report);
	const versions = Array.from({ length: head?.versions ?? 1 }, (_, i) => i + 1);
	return (
		<Notice>
			<p className={css['line']}>
				<EtTime ms={reportMs}>{words.archived(etDateTime(reportMs))}</EtTime>
				{head && head.versions > 1 ? (
					<>
						<span>{words.versionOf(head.version, head.versions)}</span>
						{versions
							.filter((version) => version !== head.version)
							.map((version) => (
								<Link key={version} {...versionLink(version === head.versions ? undefined : version)} className={css['link'] ?? ''}>
									{words.versionLink(version)}
								</Link>
							))}
					</>
				) : null}
				<Link {...latestLink} className={css['link'] ?? ''}>
					{words.toLatest}
				</Link>
			</p>
		</Notice>
	);
}
