// At a table with several links, each link has a letter, shown at its meter and at its sensors.
export const link_tag = (index: number, count: number) => (count > 1 ? 'ABC'.charAt(index) : '');
