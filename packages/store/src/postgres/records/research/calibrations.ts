import type { Calibration, CalibrationKey, StoredCalibration } from '@sw/domain/research/calibration/calibration';
import type { TimeframeIndex } from '@sw/domain/time/timeframe';
import type { UtcMs } from '@sw/domain/time/units';
import { and, asc, desc, eq, lte } from '../../orm/drizzle.ts';
import type { Db } from '../../records.ts';
import { forecastCalibrations } from '../../schema/research.ts';

/** Returns all calibrations as of a close, by timeframe and horizon; empty if none were measured then. */
export async function calibrationsAt(db: Db, key: CalibrationKey): Promise<StoredCalibration[]> {
	const rows = await db
		.select()
		.from(forecastCalibrations)
		.where(hasKey(key))
		.orderBy(asc(forecastCalibrations.timeframe), asc(forecastCalibrations.horizon));
	return rows.map(({ timeframe, horizon, calibration }) => ({
		timeframe: timeframe as TimeframeIndex,
		horizon,
		calibration: calibration as Calibration,
	}));
}

function hasKey({ provider, asOf, parametersVersion }: CalibrationKey) {
	return and(
		eq(forecastCalibrations.provider, provider),
		eq(forecastCalibrations.asOf, asOf),
		eq(forecastCalibrations.parametersVersion, parametersVersion),
	);
}

/** Returns the newest measured close at or before an instant. */
export async function measuredBefore(db: Db, { provider, parametersVersion, asOf }: CalibrationKey): Promise<UtcMs | undefined> {
	return (
		await db
			.select({ asOf: forecastCalibrations.asOf })
			.from(forecastCalibrations)
			.where(
				and(
					eq(forecastCalibrations.provider, provider),
					lte(forecastCalibrations.asOf, asOf),
					eq(forecastCalibrations.parametersVersion, parametersVersion),
				),
			)
			.orderBy(desc(forecastCalibrations.asOf))
			.limit(1)
	)[0]?.asOf;
}

/** Deletes the calibrations of a market whose past bars have changed. No report refers to calibrations. */
export async function forgetCalibrations(db: Db, provider: string): Promise<void> {
	await db.delete(forecastCalibrations).where(eq(forecastCalibrations.provider, provider));
}

/** Stores the calibrations as of a close; existing ones are kept. */
export async function saveCalibrations(db: Db, key: CalibrationKey, calibrations: readonly StoredCalibration[], now: UtcMs): Promise<void> {
	if (calibrations.length === 0) return;
	await db
		.insert(forecastCalibrations)
		.values(calibrations.map((row) => ({ ...key, ...row, createdAt: now })))
		.onConflictDoNothing();
}
