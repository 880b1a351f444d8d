"""Names of the built-in world that no data set has: continents, oceans and seas, and spellings that have changed.

Places and rooms are chosen by hand for mapdoc; names of the sea are those that atlases in English print.
"""

# name, longitude, latitude, degrees of longitude that it may fill
CONTINENTS = [
    ('NORTH AMERICA', -102, 46, 50), ('SOUTH AMERICA', -60, -12, 34), ('EUROPE', 20, 50, 40), ('AFRICA', 20, 8, 36),
    ('ASIA', 92, 44, 70), ('AUSTRALIA', 134, -25, 36), ('ANTARCTICA', 75, -79, 100),
]

# name, longitude, latitude, room, first zoom, last zoom
OCEANS = [
    ('PACIFIC OCEAN', -150, 2, 60, 1, 2), ('ATLANTIC OCEAN', -42, 27, 44, 1, 2), ('INDIAN OCEAN', 78, -22, 40, 1, 3),
    ('SOUTHERN OCEAN', 100, -61, 60, 2, 3), ('ARCTIC OCEAN', -165, 78, 60, 1, 3),
    ('NORTH PACIFIC OCEAN', -158, 33, 50, 3, 6), ('SOUTH PACIFIC OCEAN', -125, -28, 50, 3, 6),
    ('NORTH ATLANTIC OCEAN', -42, 30, 40, 3, 6), ('SOUTH ATLANTIC OCEAN', -15, -25, 36, 3, 6),
    ('INDIAN OCEAN', 78, -22, 40, 4, 6), ('SOUTHERN OCEAN', 100, -61, 60, 4, 6), ('SOUTHERN OCEAN', -120, -63, 60, 3, 6),
    ('ARCTIC OCEAN', -165, 78, 60, 4, 6),
]

# name, longitude, latitude, room, first zoom
SEAS = [
    ('Mediterranean Sea', 18.5, 34.6, 14, 3), ('Caribbean Sea', -75, 15, 18, 3), ('Gulf of Mexico', -91, 25, 12, 3),
    ('Bering Sea', -177.5, 57.5, 20, 3), ('Sea of Okhotsk', 149, 54, 14, 3), ('Arabian Sea', 64, 14, 16, 3),
    ('Bay of Bengal', 88.5, 14.5, 10, 3), ('South China Sea', 114, 13, 9, 3), ('Philippine Sea', 133, 19, 18, 3),
    ('Coral Sea', 156, -17, 14, 3), ('Tasman Sea', 161, -38, 16, 3), ('Hudson Bay', -85.5, 59.5, 12, 3),
    ('Barents Sea', 40, 74, 24, 3), ('Norwegian Sea', 3, 67.5, 18, 3), ('Greenland Sea', -6, 76.5, 18, 3),
    ('Black Sea', 34.5, 43.3, 9, 3), ('Caspian Sea', 51, 41.5, 5, 4), ('North Sea', 3.2, 56.3, 7, 3),
    ('Baltic Sea', 19.2, 56.7, 4.5, 4), ('Red Sea', 38.4, 20.3, 4, 4), ('Persian Gulf', 51.6, 27, 5, 4),
    ('Sea of Japan', 134.7, 40.2, 9, 4), ('East China Sea', 125, 29.5, 7, 4), ('Yellow Sea', 123.2, 35.8, 5, 4),
    ('Labrador Sea', -52.5, 57.5, 14, 4), ('Baffin Bay', -67, 73.5, 20, 4), ('Beaufort Sea', -138, 72, 22, 4),
    ('Kara Sea', 68, 75.5, 18, 4), ('Laptev Sea', 126, 76, 22, 4), ('East Siberian Sea', 162, 73, 22, 4),
    ('Chukchi Sea', -171, 69.5, 14, 4), ('Gulf of Alaska', -146, 57.5, 14, 4), ('Scotia Sea', -45, -56.5, 20, 4),
    ('Weddell Sea', -45, -72.5, 26, 3), ('Ross Sea', -173, -75.5, 22, 3), ('Gulf of Guinea', 2.5, 2.5, 10, 4),
    ('Mozambique Channel', 41.3, -18, 5, 4), ('Arafura Sea', 135.5, -9.7, 10, 4), ('Timor Sea', 126.5, -11.2, 6, 4),
    ('Banda Sea', 127.5, -5.6, 7, 4), ('Java Sea', 111, -5, 8, 4), ('Celebes Sea', 122, 3.2, 6, 4),
    ('Sulu Sea', 120, 8.5, 4, 5), ('Andaman Sea', 95.8, 11, 4.5, 4), ('Gulf of Thailand', 101.3, 10.2, 3.5, 5),
    ('Bismarck Sea', 148, -4, 7, 5), ('Solomon Sea', 153, -8, 7, 5), ('Great Australian Bight', 130, -34, 14, 4),
    ('Gulf of Carpentaria', 139, -13.8, 5, 5), ('Gulf of Aden', 48, 12.3, 6, 5), ('Gulf of Oman', 58.6, 24.8, 4, 5),
    ('Bay of Biscay', -5, 45.4, 6, 4), ('English Channel', -3.2, 49.7, 4, 5), ('Celtic Sea', -7.8, 50.2, 4.5, 5),
    ('Irish Sea', -5, 53.7, 2, 6), ('Adriatic Sea', 15.6, 43.1, 2.6, 5), ('Aegean Sea', 25, 38.9, 2.2, 5),
    ('Ionian Sea', 18.7, 38, 3, 5), ('Tyrrhenian Sea', 12.2, 39.9, 4, 5), ('Gulf of Bothnia', 19.7, 62.6, 3, 5),
    ('Skagerrak', 9.3, 57.9, 2.2, 6), ('Kattegat', 11.4, 56.9, 1.3, 6), ('Sea of Azov', 36.6, 46.1, 2.6, 6),
    ('White Sea', 37.8, 65.4, 3.5, 5), ('Denmark Strait', -27, 66.6, 10, 5), ('Davis Strait', -57.5, 65.5, 7, 5),
    ('Gulf of St. Lawrence', -61.8, 48.2, 4, 5), ('Gulf of California', -111.3, 27.2, 2.8, 5), ('Sargasso Sea', -62, 28, 14, 4),
    ('Gulf of Panama', -79.5, 8.1, 1.6, 6), ('Gulf of Honduras', -87.4, 16.6, 1.8, 6), ('Straits of Florida', -81.2, 24, 2.4, 6),
    ('Drake Passage', -65, -59, 16, 5), ('Bass Strait', 145.7, -39.9, 3.4, 5), ('Gulf of Tonkin', 107.8, 19.7, 2.2, 6),
    ('Flores Sea', 120.4, -7.5, 4, 6), ('Molucca Sea', 125.3, 0.4, 2.4, 6), ('Makassar Strait', 118, -1.8, 2.2, 6),
    ('Savu Sea', 122, -9.6, 3, 6), ('Ceram Sea', 129.5, -2.5, 3.6, 6), ('Hudson Strait', -71, 62.3, 5, 6),
    ('Lincoln Sea', -55, 83, 20, 4), ('Bellingshausen Sea', -84, -70.5, 18, 4), ('Amundsen Sea', -112, -72.5, 16, 4),
    ('Davis Sea', 92, -65.7, 12, 5), ('Alboran Sea', -3.4, 35.9, 2.6, 6), ('Balearic Sea', 2.1, 40.3, 2.2, 6),
    ('Ligurian Sea', 9, 43.4, 2, 6), ('Levantine Sea', 30.5, 33.6, 6, 5), ('Gulf of Sidra', 18.3, 31.3, 3, 6),
]

# Spellings that have changed since the data were made, and letters that they lack.
SPELLINGS = {
    'Kiev': 'Kyiv', 'Sao Paulo': 'São Paulo', 'Bogota': 'Bogotá', 'Brasilia': 'Brasília', 'Urumqi': 'Ürümqi',
    'Rangoon': 'Yangon', 'Macedonia': 'North Macedonia', 'Bangalore': 'Bengaluru', 'Reykjavik': 'Reykjavík',
    'Asuncion': 'Asunción', 'San Jose': 'San José', 'eSwatini': 'Eswatini', 'Odessa': 'Odesa',
    'Lvov': 'Lviv', 'Chisinau': 'Chișinău', 'Yaounde': 'Yaoundé', 'København': 'Copenhagen', 'Antwerpen': 'Antwerp',
    'Nürnberg': 'Nuremberg', 'Archangel': 'Arkhangelsk', 'Tel Aviv-Yafo': 'Tel Aviv', 'Gdansk': 'Gdańsk', 'Lódz': 'Łódź',
    'Wroclaw': 'Wrocław', 'Poznan': 'Poznań', 'Sevastapol': 'Sevastopol', 'Merida': 'Mérida', 'Mazatlan': 'Mazatlán',
    'Santarem': 'Santarém', 'Maraba': 'Marabá', 'San Cristobal': 'San Cristóbal', 'Noumea': 'Nouméa', 'Göteborg': 'Gothenburg',
    'Guantanamo': 'Guantánamo', 'Cap-Haitien': 'Cap-Haïtien', 'Male': 'Malé', 'Ujungpandang': 'Makassar',
    'Lome': 'Lomé', 'Belem': 'Belém', 'Medellin': 'Medellín', 'Cordoba': 'Córdoba', 'Malmo': 'Malmö',
    'U.S. Minor Outlying Is.': '', 'Heard I. and McDonald Is.': 'Heard & McDonald Is.', 'S. Sudan': 'South Sudan',
    'Eq. Guinea': 'Equatorial Guinea', 'Dominican Rep.': 'Dominican Republic', 'Central African Rep.': 'Central African Republic',
    'Bosnia and Herz.': 'Bosnia and Herzegovina', 'W. Sahara': 'Western Sahara', 'Panama City': 'Panamá',
    'Ad Damman': 'Dammam', 'Makkah': 'Mecca', 'Sanaa': "Sana'a",
    'Cabo Verde': 'Cape Verde', 'Solomon Is.': 'Solomon Islands', 'Marshall Is.': 'Marshall Islands',
    'Falkland Is.': 'Falkland Islands', 'Faeroe Is.': 'Faroe Islands', 'Cayman Is.': 'Cayman Islands', 'Cook Is.': 'Cook Islands',
    'Fr. Polynesia': 'French Polynesia', 'Fr. S. Antarctic Lands': 'French Southern Lands', 'Pitcairn Is.': 'Pitcairn Islands',
    'S. Geo. and the Is.': 'South Georgia', 'N. Mariana Is.': 'Northern Marianas', 'St. Vin. and Gren.': 'St. Vincent',
    'Antigua and Barb.': 'Antigua', 'Br. Indian Ocean Ter.': 'Chagos Islands',
    'Turks and Caicos Is.': 'Turks & Caicos', 'U.S. Virgin Is.': 'U.S. Virgin Islands', 'British Virgin Is.': 'British Virgin Islands',
    'Wallis and Futuna Is.': 'Wallis & Futuna', 'Vnern': 'Vänern', 'Lake Vnern': 'Vänern',
}

# Where a country's name stands, and its room, where the widest part of its largest piece is not the best place.
COUNTRY_PLACES = {
    'Antarctica': (75, -79, 100), 'Russia': (97, 62, 60), 'Canada': (-106, 57, 34), 'Norway': (9.3, 61.3, 5),
    'United States of America': (-99, 40, 30), 'France': (2.6, 46.8, 6), 'Indonesia': (113.5, -0.6, 8),
    'Malaysia': (102.2, 4.1, 2.6), 'Chile': (-70.5, -30, 3), 'New Zealand': (171.5, -43.4, 4), 'Kiribati': (-157.4, 1.9, 6),
    'Fiji': (178, -17.8, 2), 'Vietnam': (108.1, 14, 2.6), 'Japan': (138, 36.5, 4), 'Greenland': (-41, 73, 24),
}
