import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { leadersQuery, urgentQuery } from './mention-queries.ts';
import { MentionTable } from './mention-table.tsx';
import { leadersView, type MentionTableView, urgentView } from './mention-view.ts';
import type { MentionKind } from './tables.ts';
import type { RowCharts } from './top-view.ts';

interface Props {
	kind: MentionKind;
	/** Closes and wheels of all rows of the page. */
	beside: RowCharts;
	licensed: boolean | undefined;
	tool: ReactNode;
}

/** One group of mentions with its rows. */
export function MentionGroup({ kind, beside, licensed, tool }: Props) {
	const { api } = useRouteContext({ from: '__root__' });
	const leaders = useQuery({ ...leadersQuery(api), enabled: licensed === true && kind === 'leaders' });
	const urgent = useQuery({ ...urgentQuery(api), enabled: licensed === true && kind === 'urgent' });
	const { isError, refetch } = kind === 'leaders' ? leaders : urgent;
	const view =
		kind === 'leaders'
			? viewed(leaders.data, (answer) => leadersView(answer, beside))
			: viewed(urgent.data, (answer) => urgentView(answer, beside));
	return <MentionTable kind={kind} view={view} failed={isError} licensed={licensed} retry={() => void refetch()} tool={tool} />;
}

/** A query's answer ready to draw; null if mentions aren't counted. */
function viewed<A extends { time: string | null }>(
	answer: A | undefined,
	view: (answer: A) => MentionTableView,
): MentionTableView | null | undefined {
	return answer && (answer.time === null ? null : view(answer));
}
