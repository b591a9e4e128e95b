"""Which words there are, and which go together, so that captions are plausible: a man rides a horse, never a table.

Tables are written for people: a row per line, cells between semicolons, words between commas, and a word followed by
`*` for all nouns of a kind. `words.noun` and `words.verb` say how a word itself is written.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from optotype.synth._captions.words import Noun, Verb, noun, verb

KINDS = {
    "person": "man/men, woman/women, boy, girl, person/people, child/children, lady, kid, guy/guys>person/people, "
    "student, tourist, pedestrian, couple, toddler, baby, teenager",
    "athlete": "player, surfer, tennis player, baseball player, skier, skateboarder, snowboarder, batter, skater, "
    "catcher, cyclist, rider, umpire, soccer player, spectator",
    "worker": "police officer, chef, farmer, driver, worker, soldier, waiter, passenger, bride, cowboy, vendor",
    "horse": "horse, elephant, donkey, camel",
    "grazer": "cow, sheep/sheep, zebra, giraffe, goat, deer/deer, lamb, bull, calf/calves, antelope, animal",
    "pet": "cat, dog, puppy, kitten",
    "bird": "bird, duck, seagull, pigeon, parrot, owl, swan, goose/geese, chicken",
    "beast": "bear, polar bear, monkey, lion, tiger, panda, squirrel, rabbit",
    "top": "shirt, jacket, coat, sweater, t-shirt, suit, vest, dress, uniform, jersey, blouse, sweatshirt, tank top, "
    "wetsuit, skirt, robe, apron, blazer, hoodie, costume, outfit",
    "legwear": "=pants, =jeans, =shorts, =pajamas",
    "footwear": "=shoes, =boots, =sneakers, =sandals, =socks, =tennis shoes, =flip flops",
    "headwear": "hat, cap, helmet, headband, hood, baseball cap, beanie, scarf/scarves, crown, bandana",
    "eyewear": "=glasses, =sunglasses, =goggles, =eyeglasses",
    "accessory": "tie, watch/watches, backpack, necklace, belt, bracelet, bow tie, ring, mask, glove",
    "hold": "umbrella, cell phone>cellphone, phone, camera, bag, cup, book, remote, controller, purse, kite, box, "
    "bottle, newspaper, balloon, flag, basket, stick, microphone, guitar, toothbrush/toothbrushes, pen, rope, "
    "banana, sandwich, donut, plate, tray, knife/knives, fork, spoon, mug, towel, teddy bear, "
    "suitcase, trophy, map, paddle, lollipop, ice cream cone, shopping bag, handbag, briefcase, flower, candle, "
    "bouquet, hammer, broom, bucket, leash, whistle, laptop, tablet, tennis racquet",
    "sport": "tennis racket, racket, baseball bat, bat, frisbee, tennis ball, ball, baseball, football, soccer ball, "
    "surfboard, snowboard, skateboard, ski pole, =skis, surf board>surfboard, snow board>snowboard",
    "ride": "bike, motorcycle, skateboard, bicycle, scooter, motorbike",
    "game": "~tennis, ~baseball, ~soccer, ~frisbee, ~wii, =video games, ~basketball, ~football, ~golf",
    "vehicle": "car, bus, truck, van, train, suv, taxi, trailer, fire truck, police car, tractor, ambulance, "
    "school bus, minivan, jeep, pickup truck, garbage truck, tram",
    "boat": "boat, sailboat, ship, canoe, kayak, yacht, ferry",
    "aircraft": "plane, airplane, jet, helicopter, biplane",
    "furniture": "table, desk, chair, couch/couches, bed, bench/benches, sofa, dresser, nightstand, stool, cabinet, "
    "bookshelf/bookshelves, coffee table, picnic table, dining table, armchair, ottoman, counter, shelf/shelves",
    "appliance": "stove, oven, refrigerator, fridge, microwave, dishwasher, toaster, blender, washing machine, "
    "coffee maker",
    "fixture": "sink, toilet, bathtub, shower, faucet, urinal, tub, fireplace",
    "tabletop": "plate, cup, bowl, glass/glasses, vase, laptop, lamp, mug, bottle, candle, napkin, keyboard, computer, "
    "monitor, pitcher, tray, basket, jar, teapot, clock, notebook, pizza box, menu, cutting board, place mat, "
    "salt shaker, calculator, stapler, telephone, printer, wallet, remote control, game controller, magazine",
    "cutlery": "fork, knife/knives, spoon",
    "food": "pizza, sandwich/sandwiches, cake, hot dog, hotdog>hot dog, burger, donut, doughnut, salad, cupcake, "
    "apple, banana, orange, carrot, egg, muffin, pancake, waffle, pastry, cookie, bagel, croissant, tomato/tomatoes, "
    "potato/potatoes, lemon, strawberry, burrito, pie, sausage",
    "dish": "~food, ~rice, ~bread, ~broccoli, ~meat, ~fruit, ~soup, ~pasta, ~cereal, ~chicken, =noodles, =vegetables, "
    "=french fries, ~fish, ~bacon, ~lettuce, =beans, =grapes, =strawberries",
    "topping": "~cheese, ~sauce, ~icing, ~frosting, =sprinkles, =onions, =mushrooms, =olives, ~ketchup, ~mustard, "
    "=pepperoni, ~cream, =peppers, ~butter, ~syrup",
    "drink": "~coffee, ~wine, ~milk, ~juice, ~beer, ~tea, ~orange juice, ~soda, ~lemonade",
    "building": "building, house, church/churches, tower, barn, store, skyscraper, clock tower, hotel, garage, shed, "
    "restaurant, castle, lighthouse, shop, apartment building, temple, cabin, cottage, stadium",
    "tree": "tree, palm tree, bush/bushes",
    "bloom": "=flowers, =roses, flower, =tulips",
    "plant": "plant, shrub, cactus/cacti",
    "flora": "=trees, =leaves, =bushes, =plants, =weeds, ~moss, ~ivy, =vines",
    "floor": "floor",
    "ground": "~grass, street, road, sidewalk, field, beach/beaches, ~sand, ~snow, ~dirt, ~ground, path, hill, "
    "hillside, ~gravel, trail, lawn, ~pavement, driveway, parking lot, crosswalk, ~mud, runway, pasture, meadow",
    "water": "~water, ocean, lake, river, pond, sea, ~surf, pool, harbor",
    "room": "kitchen, bathroom, living room, bedroom, room, office, hallway, classroom, restaurant, garage, library, "
    "lobby, dining room",
    "place": "park, zoo, airport, street, market, station, tennis court, baseball field, skate park, farm, forest, "
    "yard, garden, parking lot, stadium, city street, playground, desert",
    "sky": "~sky, ~air",
    "clouds": "=clouds, cloud",
    "hanging": "picture, clock, mirror, painting, poster, sign, calendar, photo, tv, television, map, banner, "
    "picture frame, chalkboard, street sign, chandelier",
    "wall": "wall, fence, pole, post, gate, railing, pillar, ceiling, door, street light, lamp post, telephone pole",
    "sign": "sign, stop sign, traffic light, street sign, fire hydrant, parking meter, mailbox/mailboxes, trash can, "
    "billboard, bus stop, statue, fountain, traffic cone",
    "mark": "logo, number, letter, sticker, stripe, arrow, ~graffiti, =letters, =numbers, =words, ~writing, star, "
    "flower, heart, label, tag, symbol, =stickers, ~lettering",
    "bedding": "pillow, blanket, comforter, towel, sheet, quilt, =pillows, cushion",
    "cloth": "rug, carpet, mat, tablecloth, curtain, =curtains, =blinds, towel",
    "rock": "rock, stone, log, boulder, =rocks, stump, =stones",
    "wave": "wave, =waves",
    "light": "light, lamp, candle, bulb, streetlight",
    "body": "hand, arm, leg, left hand, right hand, left arm, right arm, head, face, foot/feet, neck, ear, nose, "
    "mouth, finger, shoulder, knee, thumb, wrist",
    "hair": "~hair, beard, mustache, ponytail",
    "animal part": "tail, head, ear, leg, neck, face, nose, mouth, eye, mane, paw, horn, trunk, foot/feet, tongue, "
    "=ears, =legs, =horns, =eyes, =spots, =stripes, ~fur, =paws, collar, =tusks",
    "bird part": "wing, beak, tail, head, =feathers, eye, neck, =wings, =legs",
    "vehicle part": "wheel, window, door, windshield, headlight, tire, mirror, license plate, roof, bumper, =wheels, "
    "=windows, =headlights, =doors, =tires, engine, seat, hood, taillight",
    "bike part": "wheel, seat, basket, tire, handlebar, =wheels, headlight, pedal, =handlebars",
    "plane part": "wing, engine, tail, propeller, cockpit, window, =wings, =windows, nose, =engines, =wheels, door",
    "building part": "window, roof, door, chimney, balcony, =windows, porch, doorway, =doors, wall, clock, =balconies, "
    "awning, dome, entrance, steeple, staircase, =columns",
    "tree part": "trunk, =branches, =leaves, branch/branches, leaf/leaves",
    "furniture part": "leg, drawer, handle, =legs, =drawers, cushion, seat, top, back",
    "tool part": "handle, button, screen, lid, cord, strap, =buttons, label, zipper, spout",
    "clothes part": "collar, sleeve, pocket, button, zipper, logo, =sleeves, =buttons, =stripes, =pockets, hood",
    "material": "~wood, ~metal, ~glass, ~brick, ~stone, ~concrete, ~wire, ~plastic, ~paper, =bricks, =stones, =rocks",
    "infrastructure": "bridge, =train tracks, =tracks, tunnel, dock, pier, tent, =stairs, =steps, ramp, curb, "
    "platform, railing, ladder, =power lines, =wires",
    "mountain": "mountain, =mountains, hill, forest, =hills, cliff, =woods",
    "background": "~background, ~foreground",
    "area": "city, shore, slope, highway, platform, ramp, court, patio, curb",
    "smoke": "~smoke, ~steam, ~light, ~sun, ~sunlight, ~time, ~hay, ~tile, ~paint, ~ice, ~toast, ~candy, ~bamboo, "
    "~luggage",
    "load": "cart, carriage, wagon, sled, stroller",
    "toy": "toy, string, rope, ball",
}
"""All nouns, by what they name."""

COLOURS = (
    "white, black, red, blue, green, yellow, brown, gray, grey, orange, pink, purple, tan, silver, dark blue, "
    "light blue, dark green, light brown, beige, gold, bright red, maroon, navy blue, multi-colored"
)

ADJECTIVES = {
    "size": (1, "large, small, big, little, huge, tiny, tall, long"),
    "build": (1, "large, small, big, long, thick, thin"),
    "age": (2, "young, old, older, elderly, young, little, tall, small"),
    "look": (2, "smiling, blonde, bald, asian, happy, elderly"),
    "shape": (3, "round, square, rectangular, curved, flat, circular, oval"),
    "state": (2, "old, dirty, clean, wet, shiny, colorful, decorative, new, broken, empty"),
    "colour": (4, COLOURS),
    "fur": (4, "brown, black, white, gray, tan, black, brown, grey, dark brown, spotted, orange"),
    "beast size": (1, "large, small, big, little, tall, baby, adult"),
    "child": (2, "young, little, small, blonde, happy, smiling"),
    "crust": (4, "brown, golden, green, yellow, red, white, dark brown"),
    "leaf": (4, "green, brown, yellow, red, dark green, dead, orange, dry"),
    "coat": (2, "fluffy, furry, shaggy, wild, stuffed, baby, adult, wet, small, large"),
    "pattern": (5, "striped, plaid, checkered, floral, leather, patterned, denim, sleeveless"),
    "stuff": (5, "wooden, metal, glass, plastic, wood>wooden, leather, marble, wicker"),
    "metal": (5, "metal, silver, steel, rusty, stainless steel, chrome"),
    "masonry": (5, "brick, stone, concrete, wooden, wood>wooden, glass"),
    "ware": (5, "glass, plastic, ceramic, metal, paper, wooden"),
    "taste": (2, "fresh, cooked, baked, delicious, half eaten, grilled, fried, hot, raw, sliced"),
    "flavour": (5, "chocolate, glazed, vegetable, cheese, pepperoni, frosted"),
    "leafy": (2, "leafy, bare, tall, green, lush, large, dead, thick, small, trimmed"),
    "grassy": (4, "green, tall, dry, short, brown, long, lush, dead, thick, light green"),
    "paved": (2, "paved, empty, busy, wet, narrow, wide, dirt, gravel, concrete, grassy, snowy, sandy, rocky, dry"),
    "sandy": (4, "brown, wet, tan, dry, loose, white"),
    "snowy": (4, "white, deep, fresh, thick, melting"),
    "melted": (4, "white, brown, red, melted, yellow, chocolate, pink, green"),
    "rolling": (1, "large, big, small, white, foamy, blue, crashing"),
    "watery": (4, "blue, calm, clear, green, choppy, shallow, murky, dark blue, foamy"),
    "heavenly": (4, "blue, clear, cloudy, gray, overcast, light blue, bright, bright blue, dark, hazy"),
    "cloudy": (4, "white, fluffy, puffy, gray, dark, wispy, thin, thick"),
    "hairy": (2, "long, short, curly, straight, thick, wavy"),
    "hair colour": (4, "brown, blonde, black, dark, red, gray, light brown, white, blond>blonde, dark brown"),
    "part": (1, "large, small, long, big, round, short, thin"),
    "rocky": (1, "large, small, big, gray, brown, jagged, flat"),
    "roomy": (2, "small, large, clean, modern, cluttered, empty, bright, busy"),
    "steep": (1, "snowy, tall, green, rocky, steep, distant, wooded"),
}
"""Adjectives by group, each with its place before a noun: size goes before colour."""

KIND_ADJECTIVES = {
    "person": "age, age, look",
    "horse": "fur, fur, beast size, coat",
    "grazer": "fur, fur, beast size, coat",
    "pet": "fur, fur, beast size, coat",
    "bird": "fur, beast size",
    "beast": "fur, fur, beast size, coat",
    "top": "colour, colour, pattern",
    "legwear": "colour, colour, pattern, build",
    "footwear": "colour, colour, pattern",
    "headwear": "colour, colour, build",
    "eyewear": "colour, build",
    "accessory": "colour, colour, state",
    "hold": "colour, colour, size",
    "sport": "colour, size",
    "ride": "colour, colour, state",
    "vehicle": "colour, colour, build, state",
    "boat": "colour, size, stuff",
    "aircraft": "colour, size",
    "furniture": "colour, stuff, size, shape",
    "appliance": "colour, metal, state",
    "fixture": "colour, state, shape",
    "tabletop": "colour, ware, size, shape",
    "cutlery": "metal, colour, size",
    "food": "taste, flavour, build, crust",
    "dish": "taste, crust",
    "topping": "melted",
    "drink": "crust",
    "building": "masonry, size, colour, state",
    "tree": "leafy, leafy, size",
    "plant": "leafy, size",
    "flora": "leaf, leafy",
    "bloom": "colour, colour, build",
    "ground": "paved",
    "water": "watery",
    "room": "roomy",
    "place": "roomy",
    "sky": "heavenly",
    "clouds": "cloudy",
    "hanging": "colour, shape, size, state",
    "wall": "colour, masonry, size",
    "sign": "colour, size, metal",
    "mark": "colour, colour, size",
    "bedding": "colour, pattern, state",
    "cloth": "colour, pattern, state",
    "rock": "rocky",
    "wave": "rolling",
    "light": "state, colour, shape",
    "body": "",
    "hair": "hairy, hair colour",
    "animal part": "part, fur",
    "bird part": "part, fur",
    "vehicle part": "colour, part",
    "bike part": "colour, part",
    "plane part": "colour, part",
    "building part": "colour, part, masonry",
    "tree part": "part, leafy",
    "furniture part": "stuff, colour",
    "tool part": "colour, ware",
    "clothes part": "colour, colour",
    "infrastructure": "metal, build",
    "mountain": "steep",
    "athlete": "age, look",
    "worker": "age, look",
    "floor": "stuff, state, shape, colour",
    "background": "",
    "area": "roomy",
    "smoke": "",
    "load": "stuff, colour",
    "toy": "colour, size",
}
"""Which adjectives go with which nouns; a group that stands twice comes up twice as often."""

NOUN_ADJECTIVES = {
    "grass": "grassy",
    "snow": "snowy",
    "sand": "sandy",
    "dirt": "sandy",
    "mud": "sandy",
    "field": "grassy, paved",
    "hill": "grassy, steep",
    "lawn": "grassy",
    "pasture": "grassy",
    "meadow": "grassy",
    "gravel": "rocky",
    "ground": "paved",
    "boy": "child",
    "girl": "child",
    "child": "child",
    "kid": "child",
    "toddler": "child",
    "teenager": "look",
    "zebra": "beast size",
    "panda": "beast size",
    "water": "watery",
    "platform": "paved",
    "smoke": "sandy",
    "air": "",
    "surf": "watery",
    "leaves": "leaf, leafy",
    "branches": "leafy, part",
    "beard": "hairy, hair colour",
    "couple": "age",
    "baby": "look",
}

ACTIONS = """
person* ; ride ; ; ride*, horse, elephant, bus, wave, scooter, camel, train ; by each
person* ; ride ; on ; horse, elephant, bike, motorcycle, skateboard, boat, bus
person* ; hold ; ; hold*, sport* ; by each
person* ; carry ; ; bag, surfboard, umbrella, suitcase, backpack, box, snowboard, skateboard, basket, purse, tray ;
    by each
person*, athlete*, worker* ; wear ; ; top*, headwear*, legwear*, footwear*, eyewear*, accessory* ; by each
person* ; sit ; on, in, next to, near ; bench, chair, couch, bed, sofa, table, stool, armchair, desk ; each
person* ; sit ; on, on top of ; horse, elephant, motorcycle, rock, wall, suitcase, log ; each
person* ; sit ; on ; grass, beach, sand, sidewalk, stairs, steps, ground, snow, curb, floor
person* ; sit ; at ; table, desk, counter, picnic table, dining table
person* ; sit, stand ; under, beneath, underneath ; umbrella, tree, tent, palm tree
person*, worker* ; stand ; on ; beach, sidewalk, grass, sand, road, street
person*, worker* ; stand ; in ; street, field, grass, snow, dirt
person* ; stand ; in, near ; water, room, kitchen, park, bathroom, ocean, river, doorway
person*, worker* ; stand ; next to, beside, near, behind, in front of, by ; vehicle*, building*, fence, table,
    sign*, tree, wall, horse, counter
person* ; sit ; in front of, by, behind, beside ; table, window, laptop, computer, cake, tv, desk
person* ; stand ; with ; horse, dog, bike, surfboard, umbrella, suitcase
person* ; enjoy ; ; food, wine, beach, pizza, game, ~sun
person* ; smile ; at ; camera, baby, dog
person* ; pose ; with, in front of ; cake, statue, elephant, horse, building
person* ; stand ; on ; surfboard, skateboard, platform, bridge, train tracks, ladder, rock
person* ; walk ; on, down, across, along ; sidewalk, street, beach, road, path, bridge, sand, grass
person* ; walk ; in, through ; water, snow, field, park, grass, ~rain, airport, forest, market
person* ; walk ; ; dog, puppy, horse ; by
person* ; walk ; with ; umbrella, dog, surfboard, backpack, suitcase, child
person* ; walk ; near, towards, next to, behind ; vehicle*, building*, sign*, fence
person* ; lie>lay ; on, in ; bed, couch, grass, beach, sand, ground, towel, bench, surfboard, floor
person* ; lay ; on ; bed, couch, grass, beach, sand, towel, blanket, snow, surfboard
person* ; lean ; against, on ; wall, fence, car, tree, counter, table, railing, pole
person* ; play ; ; game*
person* ; play ; with ; dog, frisbee, kite, ball, toy, cat, controller
person* ; play ; in ; park, snow, sand, yard, grass, water
person* ; play ; on ; beach, field, tennis court, grass
person* ; eat ; ; pizza, food, sandwich, hot dog, donut, cake, banana, apple, burger, salad, cookie ; by
person* ; eat ; at, in ; table, restaurant, kitchen, picnic table
person* ; drink ; ; wine, water, coffee, beer, milk, juice, tea, soda
person* ; drink ; from ; cup, bottle, glass, mug
person* ; look ; at ; cell phone, phone, laptop, camera, horse*, giraffe, zebra, book, menu, painting, clock, ocean,
    map
person* ; watch ; ; tv, bird, boat, plane, elephant, giraffe, baseball game, kite, television, zebra, train
person*, worker* ; talk ; on ; cell phone, phone, telephone
person* ; speak>talk ; into ; microphone, cell phone, phone
person* ; talk ; to ; woman, man, child, girl, boy, police officer, waiter
person* ; use ; ; laptop, computer, cell phone, phone, keyboard, camera, tablet, remote
person* ; read ; ; book, newspaper, menu, magazine, map ; by each
person* ; drive ; ; car, truck, bus, boat, motorcycle, van, train, tractor ; by each
person* ; fly ; ; kite ; by
person* ; throw ; ; frisbee, ball, baseball, football ; by
person* ; catch ; ; frisbee, ball, wave, football ; by
person* ; kick ; ; soccer ball, ball ; by
person* ; feed ; ; giraffe, horse, bird*, elephant, goat, sheep, baby, duck ; by
person* ; pet ; ; dog, cat, horse, giraffe, elephant, cow, sheep, goat ; by
person* ; push ; ; cart, bike, stroller, suitcase ; by
person* ; pull ; ; cart, suitcase, boat, wagon ; by
person*, chef ; cut ; ; cake, pizza, bread, vegetables, meat ; by
person*, chef ; chop>cut ; ; vegetables, carrot, tomato
person* ; wash ; ; car, dog, horse, elephant ; by
person*, chef ; cook ; ; food, meat, pizza, hot dog, pancake
person*, skier ; ski ; on, down, in ; snow, hill, mountain, slope
person*, surfer ; surf ; in, on ; ocean, wave, waves, water, sea
person* ; swim ; in ; water, ocean, pool, lake, river
person*, skateboarder, skater ; skateboard ; on, down ; ramp, street, sidewalk, railing, road
person*, skateboarder ; jump ; over, off, on ; ramp, fence, railing, bench, skateboard
person* ; run ; on, across, through ; beach, field, grass, sand, road
person*, cyclist ; cross ; ; street, road, bridge, train tracks, crosswalk, river
person*, passenger ; wait ; at ; bus stop, station, crosswalk, airport, counter
person*, worker* ; work ; on ; laptop, computer, motorcycle, roof, car, farm
person* ; touch ; ; horse, elephant, giraffe, wall, cow, screen, cat
person*, passenger ; board ; ; bus, train, plane, boat
person* ; climb ; ; ladder, rock, stairs, hill, mountain, fence, tree
person* ; kneel ; on ; ground, grass, surfboard, floor, sand
person* ; balance ; on ; surfboard, skateboard, rock, railing
person* ; grab ; ; railing, rope, frisbee, ball, bag
person* ; brush ; ; horse, hair, dog
person*, worker* ; repair>fix ; ; bike, motorcycle, car, roof, fence
person* ; take photo ; of ; building, cat, dog, bird, giraffe, elephant, mirror, food
person* ; follow ; ; dog, horse, elephant, cow ; by
person* ; approach ; ; dog, horse, car, bus, table, boat
surfer ; ride ; ; wave, surfboard, waves ; by
surfer ; carry, hold ; ; surfboard ; by each
surfer ; stand, kneel ; on, in ; surfboard, beach, water
surfer ; paddle ; on, in ; surfboard, water, ocean
surfer ; walk ; on, in, into ; beach, water, sand, ocean
tennis player, batter, baseball player ; swing ; ; racket, bat ; each
tennis player ; swing, hold ; ; tennis racket, racket ; by each
tennis player, person ; hit ; ; tennis ball, ball ; by
batter, baseball player, catcher ; hold, swing ; ; baseball bat, bat ; each
batter, baseball player ; hit ; ; baseball, ball ; by
catcher, umpire, spectator ; watch ; ; baseball game, batter, ball, player
player, baseball player, soccer player ; stand, run, walk ; on, across ; field, baseball field, grass, court
player, tennis player ; play ; on ; tennis court, court, grass, field
soccer player, player ; kick, chase ; ; ball, soccer ball ; by
player, baseball player, catcher ; catch, throw ; ; ball, baseball ; by
skier, snowboarder ; stand ; on, in ; snow, slope, hill, mountain
skier ; hold, use ; ; ski pole ; each
snowboarder ; ride ; ; snowboard, slope ; each
skateboarder, skater ; ride ; ; skateboard, ramp, railing ; each
cyclist, rider ; ride ; ; bike, bicycle, motorcycle, horse ; by each
cyclist, rider ; ride ; on, down ; road, street, path, trail, bike
spectator, passenger ; sit, stand ; on, in, behind ; bench, bus, fence, stadium, train
police officer, soldier, cowboy ; ride ; ; horse, motorcycle, bike ; by each
farmer, cowboy ; lead, herd, feed ; ; cow, sheep, horse, goat ; by
driver ; drive, park ; ; bus, truck, car, taxi ; by each
waiter, chef ; hold, carry ; ; plate, tray, pizza, bowl, knife ; by each
chef, worker ; stand ; in, behind ; kitchen, counter, restaurant
bride ; cut, hold ; ; cake, bouquet, flowers
horse*, grazer* ; stand ; in ; field, grass, water, pasture, snow, dirt
horse*, grazer* ; stand ; on ; grass, hill, road, beach, dirt, ground
horse*, grazer* ; stand ; near, by, next to, behind ; fence, tree, building, rock, water, bush, gate
horse*, grazer* ; walk ; on, across, in, through, down ; field, road, grass, beach, dirt, street, water, forest
horse*, grazer* ; graze ; in, on ; field, grass, pasture, hill, hillside, meadow, lawn
horse*, grazer* ; eat ; ; grass, leaves, hay, branches ; by
horse*, grazer* ; eat ; from ; tree, bucket, basket, bowl, ground
horse*, grazer* ; drink ; from ; river, lake, pond, bucket
horse*, grazer* ; lie>lay ; on, in ; grass, ground, field, dirt, hay
horse*, grazer* ; run ; in, across, through ; field, grass, water, meadow
horse* ; pull ; ; carriage, cart, wagon, sled ; by
grazer*, horse* ; follow ; ; calf, lamb, man, farmer ; by
giraffe ; bend, reach ; over, towards ; fence, tree, branch, ground
pet* ; sit ; on, in, next to, under, near ; chair, couch, bed, table, bench, rug, box, suitcase, car, grass
pet* ; lie>lay ; on, in, under ; bed, couch, chair, rug, blanket, grass, laptop, box, pillow, table
pet* ; lay ; on ; bed, couch, rug, laptop, blanket, floor, pillow, towel
pet* ; sleep ; on, in ; bed, couch, chair, blanket, laptop, basket, pillow, rug
pet* ; look ; at, out of ; window, mirror, tv, bird, camera, laptop, door
dog, puppy ; catch ; ; frisbee, ball ; by
pet* ; chase ; ; ball, bird, frisbee, squirrel ; by
pet* ; play ; with ; ball, toy, frisbee, string, shoes, rope
pet* ; watch ; ; tv, bird, computer, television, squirrel
pet* ; sniff ; ; flower, shoes, food, grass, fire hydrant
pet* ; lick ; ; plate, paw, bowl, spoon
pet* ; stand ; on, in, near, next to ; grass, beach, table, chair, door, sidewalk, snow, toilet
dog, puppy ; run ; on, in, across, through ; beach, grass, field, sand, snow, park, water
dog, puppy ; swim ; in ; lake, pool, water, river
dog, puppy ; ride ; in, on ; car, truck, boat, skateboard, surfboard
bird* ; stand ; on, in, near ; rock*, water, beach, sand, grass, roof, post, branch
bird* ; perch ; on ; branch, fence, pole, wires, roof, railing, post
bird* ; fly ; in, over, above ; sky, air, water, ocean, lake, beach, building, boat
bird* ; swim, float ; in, on ; water, pond, lake, river
bird* ; sit ; on ; branch, fence, roof, rock, wires, bench, post
bird* ; eat ; ; bread, fish, fruit ; by
beast* ; walk ; on, in, through ; grass, snow, rock*, forest, water, ground
beast* ; climb ; ; tree, rock, log ; by
beast* ; eat ; ; fruit, leaves, fish, banana, bamboo ; by
beast* ; lie>lay, sit ; on ; rock*, grass, ground, log, snow
car, bus, truck, van, taxi, suv, fire truck, school bus ; drive, travel ; on, down, along ; street, road, highway,
    bridge
vehicle* ; stop ; at ; traffic light, station, bus stop, crosswalk, stop sign
train, tram ; go, travel ; through, over, down ; tunnel, bridge, station, train tracks
train ; pull ; into ; station, tunnel
train ; leave ; ; station, platform
boat* ; float, sail ; in, on ; water, ocean, lake, river, sea, harbor
aircraft* ; fly ; in, over, above, through ; sky, air, mountains, city, clouds, ocean, building
aircraft* ; sit ; on ; runway, ground, grass
aircraft* ; land ; on ; runway, water, field
kite, balloon ; fly ; in, above, over ; sky, air, beach, ocean, field, trees
picture, clock, mirror, painting, poster, calendar, towel, banner, photo ; hang ; on, from ; wall, door, ceiling
picture, mirror, painting, clock, tv ; hang ; above, over ; bed, fireplace, couch, toilet, sink, desk, dresser
sign, stop sign, traffic light, street sign, banner ; hang ; from, on, over ; pole, building, wires, bridge, street
light, lamp, chandelier, lights ; hang ; from, above, over ; ceiling, table, pole, street, counter
towel, robe, jacket, coat, bag, hat ; hang ; on, from ; wall, door, chair, railing, hook, rack
=curtains, curtain, =blinds ; hang ; on, over, in front of ; window, wall, door
tree*, flora* ; grow ; near, next to, behind, along, in front of, beside ; fence, building*, road, wall, house,
    water, sidewalk
bloom*, flora*, grass ; grow ; in, on ; field, hill, garden, ground, yard, hillside
flora*, bloom* ; grow ; on, out of ; wall, rock*, roof, ground, pot
leaves, snow, sand, grass, moss ; cover ; ; ground, roof, rock*, road, hill, bench, sidewalk
=trees, fence, =mountains, =bushes ; surround ; ; building*, lake, field, house, pond, pool, park
building*, balcony, bench, =mountains ; overlook ; ; water, ocean, street, park, beach, city, harbor, lake
building*, bench, =windows ; face ; ; street, ocean, park, lake, road
fence, wall, railing ; line, border, separate ; ; street, road, field, sidewalk, beach
=trees, =flowers, =benches, =cars, =bushes, =buildings ; line ; ; street, road, sidewalk, path, driveway, wall
path, =stairs, road, trail, sidewalk ; lead ; to ; building*, beach, house, water, garden, lake
bike, surfboard, skateboard, ladder, snowboard, broom ; lean ; against, on ; wall, fence, tree, building, pole
tabletop*, book, bag, box ; sit ; on, on top of ; table, desk, counter, shelf, dresser, nightstand, bench
cutlery* ; rest, lay ; on, next to ; plate, napkin, table, tray, bowl
basket, bowl, box, vase, bag, tray, jar ; contain, hold ; ; fruit, flowers, bread, apples, vegetables, candles
shelf, bookshelf, desk, cart, table ; hold ; ; =books, laptop, =plates, =bottles, vase, lamp, computer
pillar, pole, post, =columns ; support ; ; roof, bridge, sign, ceiling, balcony
sign, tv, screen, clock, monitor ; display, show ; ; =words, =numbers, picture, time, arrow, =letters
wave*, water ; crash ; on, against ; beach, rock*, shore, sand
smoke, steam ; come ; from, out of ; train, chimney, building, engine, cup, pot
light, sun, sunlight ; shine ; on, through ; window, water, building*, trees, grass, clouds
sunlight, building, =trees, =clouds ; reflect ; off, in, on ; water, window, mirror, lake
=wires, =cords, rope ; hang ; from, over, above ; pole, street, wall, ceiling, desk
=wires, branch, pole, =branches, straw, tail, =leaves ; stick ; out of ; wall, tree, ground, snow, cup, car, water, vase
water, =flowers, rope, cord, pipe ; come ; out of ; faucet, vase, wall, hose, box
cat, dog, giraffe, bird ; enter, leave ; ; building, water, house, room
man, woman, store, vendor ; sell ; ; fruit, flowers, vegetables, hot dogs, bananas, food
"""
"""Who does what: subjects ; verbs ; prepositions ; objects ; marks.

`by` marks a verb that can be turned into the passive, `each` one where several subjects have an object each.
"""

PLACES = """
tabletop*, cutlery*, food, laptop, book ; on, on top of ; table, desk, counter, coffee table, shelf, tray
hold* ; on, on top of ; table, desk, counter, bed, chair, couch, bench
tabletop*, box, bag, book ; next to, beside, near, behind, in front of ; plate, cup, laptop, lamp, bowl, sink,
    bottle, vase
lamp, nightstand, suitcase, bag, box, shoes ; next to, beside, near, by ; bed, couch, chair, door, desk
food*, dish* ; on, on top of ; plate, table, tray, paper plate, napkin, cutting board, grill, counter
food*, dish* ; in, inside ; bowl, basket, box, oven, pan, bag, refrigerator, pot
topping* ; on, on top of ; pizza, sandwich, hot dog, cake, donut, salad, burger, cupcake
place mat, napkin, tray, =books ; under, underneath, beneath ; plate, bowl, cup, laptop, fork, vase
cutlery* ; on, next to, beside ; plate, napkin, table, bowl, cup, cake
drink* ; in, inside of ; cup, glass, mug, bottle, pitcher
bedding* ; on, on top of, at the end of ; bed, couch, chair, sofa
rug, carpet, mat ; on, under, in front of, beneath ; table, bed, couch, chair, sink, desk, toilet
rug, carpet, mat, shoes ; on ; floor
tablecloth ; on ; table, picnic table, dining table
=curtains, curtain, =blinds ; on, over, in front of ; window, shower, door
furniture*, appliance*, fixture* ; in, in the corner of, in the middle of ; room, kitchen, bathroom, bedroom, living
    room, office
furniture* ; next to, beside, near, in front of, behind ; window, table, bed, couch, door, fireplace, desk, chair,
    wall
chair, bench, couch, desk, dresser, table ; against ; wall, fence, window
stove, oven, refrigerator, microwave, dishwasher, toaster ; next to, beside, near, below, above ; cabinet, sink,
    counter, window, oven
sink, toilet, bathtub, shower, mirror ; next to, beside, near, below, under, above ; sink, window, mirror, toilet,
    cabinet, door
hanging* ; on, on the side of ; wall, building, door
hanging* ; above, over, below, next to ; bed, couch, fireplace, sink, toilet, desk, table, dresser, door
mark* ; on, on the side of, on the front of, on the back of ; shirt, sign, bus, train, plane, truck, wall, box, hat,
    jersey
vehicle* ; on, on the side of, in the middle of ; street, road, dirt, bridge, highway
vehicle* ; near, next to, in front of, behind, beside, outside of ; building*, tree, sidewalk, car, bus, truck,
    fence, house
train ; on, next to, at ; train tracks, platform, station, tracks, bridge
boat* ; in, on ; water, ocean, lake, river, harbor, sea
boat* ; near, next to, by ; dock, pier, beach, bridge, shore
aircraft* ; in, on, above ; sky, runway, ground, clouds, airport, air
kite, balloon, bird* ; in, high in ; sky, air
clouds* ; in, above ; sky, mountains, ocean, building
building* ; near, behind, next to, across from, along ; street, water, ocean, tree, building*, park, road, bus,
    train, car
building* ; on, on top of, on the edge of ; hill, street, hillside, cliff
tree*, flora*, plant* ; behind, in front of, near, next to, beside, along, around ; building*, fence, wall, road,
    bench
tree*, plant*, bush ; in, on, by ; field, park, yard, hill, sidewalk, garden, beach
bloom* ; in, on, inside ; vase, garden, tree, window, pot, table, field
flora* ; on, by, along ; ground, hill, road, hillside, field, sidewalk
horse*, grazer* ; in, near, behind, by ; field, pasture, fence, water, tree, forest, grass, barn
horse*, grazer* ; on ; hill, beach, road, ground, grass, hillside, dirt
beast* ; on, near, behind ; rock*, tree, log, fence, water, ground, grass
pet* ; on, under, next to, in, behind ; chair, couch, bed, table, rug, car, window, door, box, sink, desk
bird* ; on, near, on top of ; roof, branch, water, beach, fence, rock, statue, pole, tree
person*, worker* ; on, near ; beach, street, sidewalk, road, bench, bridge, grass
person*, worker* ; next to, in front of, behind, near ; vehicle*, building*, table, fence, horse, elephant, tree,
    counter
person*, worker* ; in, inside, outside of ; room, kitchen, park, water, boat, car, building*, bus, store
person* ; on, on top of ; bike, motorcycle, horse, elephant, surfboard, skateboard, boat, roof, bench, bed, snowboard
surfer ; on, in ; surfboard, wave, water, beach, ocean
player, tennis player, baseball player, umpire, catcher, batter ; on, in ; field, tennis court, baseball field,
    court, grass
skier, snowboarder ; on, in ; snow, slope, hill, mountain
sign* ; on, near, next to, by, along, on the corner of ; street, sidewalk, road, building, parking lot, curb
sign, stop sign, traffic light, street sign, clock ; on, above, at the top of ; pole, post, street
fence, bench, wall, railing ; along, beside, near, next to, by ; road, sidewalk, street, water, path, beach, park
fence, wall, railing, gate ; around, behind, in front of ; field, house, pool, building*, yard, park
rock* ; in, on, near ; water, ground, beach, field, grass, river, dirt, ocean, sand
snow, grass, leaves, sand, dirt ; on ; ground, roof, mountain, tree, sidewalk, road, hill, bench
grass, weeds, dirt, gravel, bushes ; under, around, by, along, next to ; tree, bench, fence, train tracks, road,
    building, sidewalk
light, clock, =lights, lamp ; on, above, over, on top of ; building*, wall, pole, ceiling, street, desk
bridge, =power lines, =wires ; over, above, across ; water, road, street, river, train tracks
tent, ladder, =stairs, ramp, =train tracks, dock, pier ; near, next to, in front of, beside ; building*, water,
    beach, tree, road
mountain* ; behind, near, in ; water, building*, background, trees, field, city, lake
wave* ; in, on, near ; ocean, water, beach, sea, shore
ride* ; on, next to, near, against, in front of ; sidewalk, street, wall, building, fence, pole, road, grass, car
umbrella, =umbrellas, tent ; on, over, above ; beach, table, bench, patio, sand
=chairs, table, bench, =umbrellas ; on ; beach, patio, grass, sand
=chairs, table, bench ; under, by, near ; tree, umbrella, window
headwear*, eyewear* ; on ; man, woman, boy, girl, head, face, person
footwear*, bag, suitcase, box ; on, under, next to ; floor, bed, chair, table, rug, bench
tie, =glasses, scarf ; on, around ; man, neck, woman
collar ; on, around ; dog, cat, neck
watch, bracelet, ring ; on ; wrist, arm, hand, finger, woman
person*, horse*, building*, =trees, =mountains, boat* ; in ; background, foreground
fixture*, mirror, towel ; in ; bathroom
toilet, tub, sink ; to the left of, to the right of, next to ; sink, shower, window, mirror, toilet
lamp, clock, phone, vase ; to the left of, to the right of, close to ; bed, computer, tv, monitor, couch, window
"""
"""What is where: subjects ; prepositions ; objects."""

SETTINGS = """
person*, worker*, athlete* ; on ; beach, sidewalk, street, grass, road, sand, bridge
person*, worker* ; in ; park, kitchen, room, field, snow, restaurant, yard, water, street
person*, worker*, athlete* ; next to, near, behind, in front of, beside, by ; building*, car, bus, tree, fence,
    truck, train, wall, bench, man, woman
athlete* ; on, in ; field, grass, court, baseball field, park, beach
surfer ; in, near ; ocean, water, beach
skier, snowboarder ; on, near ; mountain, hill, slope
horse*, grazer*, beast* ; in, near, by ; field, tree, fence, water, barn, zoo, forest, pasture, road
pet*, bird* ; near, next to, in front of, behind, by ; window, chair, fence, table, bench, door, tree, wall
vehicle* ; near, next to, behind, in front of, beside ; building*, tree, sidewalk, fence, house, bridge
boat*, aircraft* ; near, above, next to ; bridge, city, beach, mountains, building*
building*, tree* ; near, behind, next to, across from ; street, road, lake, park, river, field
furniture*, appliance*, tabletop* ; near, next to, in front of, beside ; window, wall, door, lamp, couch
food*, dish* ; near, next to, beside ; glass, cup, bowl, fork, napkin
ride* ; near, next to, against, by ; wall, fence, building, tree, car
top*, headwear*, footwear*, legwear* ; on, near ; bed, chair, floor, table
sign*, wall* ; near, next to, by, beside ; road, tree, building, sidewalk, car
room* ; in ; house, hotel, building
"""
"""Where things are while something else is said of them: subjects ; prepositions ; objects."""

PASSIVES = """
sign*, light, mirror, rope, wire, flag, basket, seat, handle ; attach ; to ; wall, pole, building, post, bike,
    fence, boat
faucet, shelf, cord, pipe, towel rack ; attach ; to, on ; wall, sink, bathtub, toilet, cabinet
tv, clock, mirror, light, sign, camera ; mount ; on, to ; wall, pole, ceiling, building
vehicle*, motorcycle, bike ; park ; on, in, next to, near, in front of, along, beside, by, on the side of ; street,
    road, building*, sidewalk, curb, parking lot, house, fence
boat* ; dock ; at, in, next to, near ; pier, harbor, dock, water
mark*, =lines, picture, flower ; paint ; on, on the side of ; wall, street, train, bus, road, building, sign, plane
=words, =letters, name, =numbers ; write, print ; on ; sign, wall, paper, shirt, box, bus, board, cake
bowl, plate, glass, basket, box, vase, cup, tray, bag, sky, shelf, table ; fill ; with ; food, fruit, water,
    vegetables, books, flowers, wine, bread, bananas, soup, candy
pizza, cake, hot dog, salad, sandwich, donut, cupcake ; top ; with ; topping*, strawberries, fruit, bacon
building*, wall, fence, bench, bridge, table, house, floor, roof ; make ; of ; ~brick, ~stone, =bricks, =stones,
    ~wood, ~metal, =rocks, ~concrete, ~glass
horse, boat, dog, rope, balloon, cow ; tie ; to ; pole, dock, fence, tree, post, pier
scarf, rope, towel, ribbon, =lights ; wrap ; around ; neck, tree, waist, pole, head, post
rope, ribbon, scarf ; tie ; around ; neck, tree, pole, post
person*, sandwich, burrito, hot dog, present ; wrap ; in ; blanket, towel, paper, ~foil, plastic
=books, =boxes, =plates, =chairs, =towels, =suitcases, =bowls, =logs ; stack ; on, on top of, in, next to ; table,
    shelf, floor, cart, counter, ground
=leaves, =toys, =papers, =rocks, =clothes ; scatter ; on, around, in ; floor, ground, table, grass, desk, room
building*, =trees, boat*, =clouds, bridge, =lights, person* ; reflect ; in, on ; water, mirror, window, lake, river,
    puddle
blanket, towel, jacket, cloth, coat ; drape ; over, on ; chair, couch, bed, bench, horse, railing
=flowers, tree, bush ; plant ; in ; ground, garden, pot, field
cord, laptop, phone, lamp ; plug ; into, in ; wall, outlet, computer
food, pizza, salad, sandwich, dessert ; serve ; on, in ; plate, tray, bowl, platter
knife, fork, flag, sign, umbrella ; stick ; in, into ; cake, sandwich, ground, sand, pizza, grass
photo, =magnets, paper, note ; tape, stick ; to, on ; wall, refrigerator, window, door
oven, fireplace, shelf, sink ; build ; into ; wall, counter, cabinet
suitcase, saddle, surfboard, helmet ; strap ; to, on ; car, horse, roof, bike, head
"""
"""What is done to things, without saying by whom: subjects ; verbs ; prepositions ; objects. They stay passive."""

COVERINGS = """
cover ; in, with, by ; street, ground, mountain*, roof, tree*, car, hill, field, bench, road ; ~snow, ~ice, ~dirt,
    =leaves
cover ; in, with ; cake, donut, pizza, hot dog, salad ; topping*
cover ; in, with ; hill, wall, ground, field, mountain, rock, fence ; ~grass, ~moss, =trees, =flowers, =plants, =vines
cover ; with, by ; bed, couch, table, chair, window ; blanket, tablecloth, towel, sheet, curtain
surround ; by, with ; building*, field, pool, bench, lake, pond, house, person*, horse*, grazer* ; =trees, fence,
    ~grass, ~water, =bushes, =rocks, =people, =flowers
line ; with ; street, road, sidewalk, river, path, driveway ; =trees, =cars, =buildings, =bushes, =lights, =benches
"""
"""What is covered or surrounded with what: verb ; how it is said ; what ; with what. Graphs turn these around."""

PARTS = """
person* ; body*, hair*
horse*, grazer*, pet*, beast* ; animal part*
elephant ; trunk, =tusks, ear, =ears
giraffe ; neck, =spots, head
zebra ; =stripes, mane, tail
bird* ; bird part*
vehicle* ; vehicle part*
ride* ; bike part*
aircraft* ; plane part*
boat* ; sail, mast, flag, =sails, deck, bow
building* ; building part*
tree* ; tree part*
plant* ; =leaves, stem, =flowers
furniture* ; furniture part*
appliance* ; door, handle, button, light, =buttons, =knobs
tabletop* ; handle, lid
laptop, phone, camera, computer, cell phone ; screen, keyboard, button, =buttons, cord
top* ; clothes part*
footwear* ; =laces, =soles, =stripes
clock ; =hands, face, =numbers, =roman numerals
room* ; window, floor, wall, door, ceiling, =windows, light
wall ; ~paint, =bricks, =tiles
umbrella ; handle, =stripes, top
cake, donut, cupcake ; ~frosting, ~icing, =sprinkles
pizza ; crust, ~cheese, =toppings, =olives
sandwich, burger ; bun, ~lettuce, ~cheese, ~meat
sign ; =letters, arrow, border, =words
train ; =windows, engine, door, =lights, =doors
surfboard ; fin, design, stripe
"""
"""What belongs to what: wholes ; parts."""

STATES = """
person* ; surfing, skateboarding, skiing, walking, standing, sitting, smiling, posing, sleeping, running, jumping,
    eating, laughing, waiting, talking, kneeling, reading, barefoot, seated
horse*, grazer* ; standing, walking, grazing, eating, running, sleeping, resting
pet*, beast* ; sleeping, sitting, running, awake, laying down, playing, standing
bird* ; flying, swimming, standing, eating
vehicle* ; parked, moving, stopped, turning
boat* ; docked, floating, empty
aircraft* ; flying, parked, taking off, landing
building*, store ; tall, abandoned, closed, old
door, window, laptop, umbrella, box, book, gate, drawer ; open, closed
light, lamp, tv, monitor, computer ; on, off
bed ; made, unmade
food*, dish* ; cooked, sliced, cut, ripe
tree* ; bare, green, leafless, tall
furniture* ; empty, wooden, broken
=curtains, =blinds ; closed, open, pulled back
water* ; calm, blue, clear, rough
~sky ; cloudy, clear, blue, overcast
ground* ; wet, dry, flat, empty
top*, legwear*, footwear* ; folded, wet, striped, clean
"""
"""What can be said of a thing with `is`: subjects ; states."""

CONTAINERS = """
cup, mug ; in ; coffee, tea, milk, water
glass ; in ; wine, water, juice, milk, beer, orange juice
bottle ; in ; water, wine, beer, soda, ketchup
plate ; on ; food, pasta, french fries, broccoli, meat, fruit, vegetables, bacon
basket, box, bag ; in ; fruit, =apples, bread, =oranges, =bananas, =donuts, vegetables, =flowers
bowl, tray ; have ; fruit, soup, cereal, rice, salad, =vegetables, noodles, =cupcakes, food
vase ; in ; =flowers, =roses
"""
"""`a cup of coffee`: containers ; how graphs put it ; contents. With `have` the container has them."""

LUMPS = """
piece ; paper, wood, cake, bread, meat, broccoli, pizza, chicken, fruit, luggage
pile ; dirt, rocks, leaves, snow, books, sand, wood, hay
patch ; grass, dirt, snow, flowers, ice
"""
"""`a piece of paper`, which graphs say as an attribute: word ; of what."""

DROPPED_AMOUNTS = "a bunch of, lots of, a row of, a lot of, several, many, some, a few, various, multiple, numerous"
"""Amounts that graphs do not keep."""

SLICED = "pizza, cake, bread, lemon, cheese, tomato, apple, orange, pie, toast, meat"

COMPOUNDS = """
tree branch ; tree ; have ; branch
tree branches ; tree ; have ; =branches
bathroom sink ; sink ; in ; bathroom
kitchen sink ; sink ; in ; kitchen
bathroom mirror ; mirror ; in ; bathroom
train station ; station ; for ; train
plane wing ; plane ; have ; wing
car door ; car ; have ; door
car window ; car ; have ; window
train window ; train ; have ; window
oven door ; oven ; have ; door
table leg ; table ; have ; leg
building roof ; building ; have ; roof
computer screen ; screen ; on ; computer
horse tail ; horse ; have ; tail
elephant trunk ; elephant ; have ; trunk
tile floor ; ~tile ; on ; floor
chair leg ; chair ; have ; leg
bus window ; bus ; have ; window
house roof ; house ; have ; roof
giraffe neck ; giraffe ; have ; neck
cat ear ; cat ; have ; ear
"""
"""Words put together that graphs take apart: as said ; subject ; predicate ; object. The last word is the head."""

DESCRIBED = """
wine glass ; glass ; wine
computer monitor ; monitor ; computer
laptop computer ; computer ; laptop
computer desk ; desk ; computer
brick wall ; wall ; brick
brick building ; building ; brick
stone wall ; wall ; stone
glass window ; window ; glass
plastic bag ; bag ; plastic
baby elephant ; elephant ; baby
wii controller ; controller ; wii
suit jacket ; jacket ; suit
chain link fence ; fence ; chain link
double decker bus ; bus ; double decker
dirt road ; road ; dirt
stuffed animal ; animal ; stuffed
pine tree ; tree ; pine
rock wall ; wall ; rock
concrete wall ; wall ; concrete
passenger train ; train ; passenger
potted plant ; plant ; potted
stuffed bear ; bear ; stuffed
wii remote ; remote ; wii
toy car ; car ; toy
mother elephant ; elephant ; mother
folding chair ; chair ; folding
"""
"""Words put together that graphs say as an attribute: as said ; noun ; attribute."""

PREPOSITIONS = {
    "beneath": "under",
    "underneath": "under",
    "below": "under",
    "at the top of": "on top of",
    "atop": "on top of",
    "in the middle of": "on middle of",
    "on the side of": "on side of",
    "on the front of": "in front of",
    "on the back of": "on back of",
    "on the edge of": "on edge of",
    "at the bottom of": "on bottom of",
    "at the end of": "in end of",
    "in the corner of": "in corner of",
    "on the corner of": "in corner of",
    "to the left of": "at the left of",
    "to the right of": "on the right side of",
    "outside of": "outside",
    "inside of": "inside",
    "in between": "between",
    "high in": "in",
}
"""Prepositions that graphs name otherwise than captions say them."""

WORN_IN = "shirt, suit, uniform, hat, t-shirt, sweater, outfit, cap"
"""Garments in which `a man in a shirt` wears it; with others, coats and dresses, he is in it. So has the data it."""


@dataclass(frozen=True)
class Action:
    """Somebody can do something to something: any of each goes with any of the others."""

    subjects: tuple[Noun, ...]
    verbs: tuple[Verb, ...]
    prepositions: tuple[str, ...]
    """Empty for a verb that takes its object directly."""
    objects: tuple[Noun, ...]
    passive: bool = False
    """Can it be said the other way round, with `by`?"""
    each: bool = False
    """Does each of several subjects have an object of its own?"""


@dataclass(frozen=True)
class Place:
    """Something can be somewhere."""

    subjects: tuple[Noun, ...]
    prepositions: tuple[str, ...]
    objects: tuple[Noun, ...]


@cache
def nouns(text: str) -> tuple[Noun, ...]:
    """The nouns of a list; `person*` is all of a kind."""
    found: dict[str, Noun] = {}
    for word in text.split(", "):
        word = word.strip()
        if word.endswith("*"):
            found |= {one.plain: one for one in _kind(word[:-1])}
        else:
            one = _known(word)
            found[one.plain] = one
    return tuple(found.values())


@cache
def _kind(name: str) -> tuple[Noun, ...]:
    return tuple(noun(word, name) for word in KINDS[name].split(", "))


@cache
def _by_word() -> dict[str, Noun]:
    found: dict[str, Noun] = {}
    for name in KINDS:
        for one in _kind(name):
            found.setdefault(one.said[0], one)
            found.setdefault(one.said[1], noun(f"={one.said[1]}>{one.named[1]}", one.kind))
    return found


def _known(word: str) -> Noun:
    """A noun of some kind, or one that only this table has."""
    return _by_word().get(word.lstrip("~=")) or noun(word, "thing")


@cache
def actions() -> tuple[Action, ...]:
    """All actions."""
    found: list[Action] = []
    for row in _rows(ACTIONS):
        marks = row[4].split() if len(row) > 4 else []
        found.append(
            Action(
                nouns(row[0]),
                tuple(map(verb, row[1].split(", "))),
                tuple(row[2].split(", ")) if row[2] else (),
                nouns(row[3]),
                "by" in marks,
                "each" in marks,
            )
        )
    return tuple(found)


@cache
def passives() -> tuple[Action, ...]:
    """What is done to things without saying by whom; subjects are the things."""
    return tuple(
        Action(nouns(a), tuple(map(verb, b.split(", "))), tuple(c.split(", ")), nouns(d))
        for a, b, c, d in _rows(PASSIVES)
    )


@cache
def coverings() -> tuple[Action, ...]:
    """What covers or surrounds what; subjects are the things covered, prepositions how it is said."""
    return tuple(Action(nouns(c), (verb(a),), tuple(b.split(", ")), nouns(d)) for a, b, c, d in _rows(COVERINGS))


@cache
def places() -> tuple[Place, ...]:
    """All places."""
    return tuple(Place(nouns(a), tuple(b.split(", ")), nouns(c)) for a, b, c in _rows(PLACES))


@cache
def actions_of(one: Noun) -> tuple[Action, ...]:
    """What a thing can do."""
    return tuple(action for action in actions() if one in action.subjects)


@cache
def places_of(one: Noun) -> tuple[Place, ...]:
    """Where a thing can be."""
    return tuple(place for place in places() if one in place.subjects)


@cache
def pairs(table: str) -> tuple[tuple[tuple[Noun, ...], tuple[Noun, ...]], ...]:
    """A table of two columns of nouns, such as `PARTS`."""
    return tuple((nouns(a), nouns(b)) for a, b in _rows(table))


@cache
def states() -> tuple[tuple[tuple[Noun, ...], tuple[str, ...]], ...]:
    """Things and what can be said of them."""
    return tuple((nouns(a), tuple(b.split(", "))) for a, b in _rows(STATES))


@cache
def rows(table: str) -> tuple[list[str], ...]:
    """A table as it is written."""
    return tuple(_rows(table))


@cache
def adjectives(one: Noun) -> tuple[tuple[int, str, str], ...]:
    """The adjectives that go with a noun: place before it, as said, as named."""
    groups = NOUN_ADJECTIVES.get(one.plain, KIND_ADJECTIVES.get(one.kind, "colour, part"))
    found: list[tuple[int, str, str]] = []
    for group in filter(None, groups.split(", ")):
        place, words = ADJECTIVES[group]
        for word in words.split(", "):
            said, _, named = word.partition(">")
            found.append((place, said, named or said))
    return tuple(found)


@cache
def settings_of(one: Noun) -> tuple[Place, ...]:
    """Where a thing can be while it does something else."""
    return tuple(Place(nouns(a), tuple(b.split(", ")), nouns(c)) for a, b, c in _rows(SETTINGS) if one in nouns(a))


def _rows(table: str) -> Iterator[list[str]]:
    # a line that is indented continues the row above it
    for line in table.strip().replace("\n    ", " ").splitlines():
        yield [cell.strip() for cell in line.split(";")]
