import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { etDateTime, msOf } from '../../lib/format/times.ts';
import table from '../../ui/data-table.module.css';
import { EtTime } from '../../ui/et-time.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { StateBox } from '../../ui/state-box.tsx';
import { AdminPages } from './admin-pages.tsx';
import type { AdminState } from './admin-state.ts';
import { AdminTable } from './admin-table.tsx';
import type { AuditEntry } from './queries.ts';
import { auditQuery } from './queries.ts';
import { adminWords } from './words.ts';

/** 'license: premium → pro, role: user → admin' */
export const detailText = (detail: AuditEntry['detail']): string =>
	Object.entries(detail)
		.map(([key, value]) => `${key}: ${Array.isArray(value) ? value.map((v) => v ?? 'none').join(' → ') : (value ?? 'none')}`)
		.join(', ');

const COLUMNS = ['time', 'actor', 'act', 'target', 'detail', 'address'] as const;

export const AdminAudit = ({ state }: { state: AdminState }) => {
	const { api } = useRouteContext({ from: '__root__' });
	const { data, isError, refetch } = useQuery(auditQuery(api, state.page));
	return (
		<>
			{isError ? <LoadFailed retry={() => void refetch()} /> : null}
			{data?.items.length === 0 ? <StateBox title={adminWords.noResults} detail={adminWords.auditEmpty} /> : null}
			{data && data.items.length > 0 ? (
				<AdminTable label={adminWords.views.audit} columns={COLUMNS.map((key) => ({ key, head: adminWords[key] }))}>
					{data.items.map((entry) => (
						<tr key={entry.id}>
							<td data-label={adminWords.time}>
								<EtTime ms={msOf(entry.time)}>{etDateTime(msOf(entry.time))}</EtTime>
							</td>
							<td data-label={adminWords.actor}>{entry.actor}</td>
							<td data-label={adminWords.act}>{entry.act}</td>
							<td data-label={adminWords.target}>{entry.target}</td>
							<td className={table['long']} data-label={adminWords.detail} title={detailText(entry.detail)}>
								{detailText(entry.detail)}
							</td>
							<td data-label={adminWords.address}>{entry.address}</td>
						</tr>
					))}
				</AdminTable>
			) : null}
			<AdminPages state={state} total={data?.total_count ?? 0} />
		</>
	);
};
