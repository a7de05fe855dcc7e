import { type BarBlock, barBlock, columnsOf, type DailyBlock, dailyBlock } from '@sw/domain/prices/blocks';

const FIRST_CAPACITY = 32;

type Columns = BarBlock | DailyBlock;

const moveInto = <T extends Columns>(larger: T, block: T): T => {
	const columns = columnsOf(block);
	for (const [name, column] of columnsOf(larger)) column.set(columns.get(name) ?? []);
	larger.count = block.count;
	return larger;
};

/** The block, or a copy of twice its capacity when it is full. */
export const withRoomForBar = (block: BarBlock | undefined): BarBlock => {
	if (!block) return barBlock(FIRST_CAPACITY);
	return block.count < block.time.length ? block : moveInto(barBlock(block.time.length * 2), block);
};

export const withRoomForDay = (block: DailyBlock | undefined): DailyBlock => {
	if (!block) return dailyBlock(FIRST_CAPACITY);
	return block.count < block.day.length ? block : moveInto(dailyBlock(block.day.length * 2), block);
};
