import { useSession } from '../../entities/session/session-query.ts';
import { onDemand } from '../../ui/on-demand.tsx';

const BuildAgain = onDemand(async () => (await import('./build-again.tsx')).BuildAgain);

/** What administrators do about breadth, whether they have a licence or none. */
export const Again = ({ time }: { time: string | undefined }) =>
	useSession().profile?.role === 'admin' ? <BuildAgain time={time} /> : null;
